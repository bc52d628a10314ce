/** What the scripts of the pages offer each other. */
interface Kwindex {
  /** The address of the output's root, with a slash at its end. */
  readonly root: string;

  /**
   * Load a script or a style sheet of ours, once.
   *
   * The texts are there when a script runs.
   * @param file its path below the root, as `_static/kwindex-card.js`
   */
  load(file: string): Promise<void>;

  /**
   * Return a file of data, which is loaded once: `_kwindex/KEY.js`.
   *
   * It is one call, `kwindexData(KEY, VALUE)`; VALUE has arrays, texts and numbers.
   * @param key names folders, too, as `pages/code/a.py_docs`
   */
  data(key: string): Promise<any>;

  /**
   * Return a text in the language of the pages.
   * @param name as in the table of `sphinx_wiring/html/scripts.py`
   * @param values what stands in the place of `{name}`
   */
  text(name: string, values?: Record<string, string | number>): string;

  /** The dialog that leads to names; from `kwindex-palette.js`. */
  palette?: {
    /** Do what a key of the page stands for. */
    press(key: string): void;
  };

  /** Permanent links, and those to original files; from `kwindex-links.js`. */
  links?: {
    /** Copy an address, and say so. */
    copy(address: string): void;
    /**
     * Have the address name the definition that a line is in, and copy it.
     * @param line of a listing; without it the address is copied as it is
     */
    copyPlace(line?: Element): void;
    /** Have links to the original file lead to the lines that are marked. */
    original(): void;
    /** Say which lines are marked. */
    tellLines(first: Element, last: Element): void;
  };

  /** What is known of a definition; from `kwindex-card.js`. */
  card?: {
    /**
     * Show a card in full.
     * @param target an identifier of a listing, or the id of a definition of this page
     */
    open(target: Element | string): void;
  };
}

declare var kwindex: Kwindex;
declare function kwindexData(key: string, value: unknown): void;

/** Of Sphinx; a theme may leave it out. */
declare const DOCUMENTATION_OPTIONS: { ENABLE_SEARCH_SHORTCUTS?: boolean };
