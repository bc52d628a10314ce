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

  /**
   * Have a box filter lists; from `kwindex-filter.js`.
   * @param bar holds the box, and gets what else there is
   * @param parts what holds the lists
   * @param key what the address calls them, empty for those of the page
   */
  filter?(bar: HTMLElement, parts: Element[], key: string): void;

  /** The dialog that leads to names; from `kwindex-palette.js`. */
  palette?: {
    /** Do what a key of the page stands for. */
    press(key: string, typed?: string): void;
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
