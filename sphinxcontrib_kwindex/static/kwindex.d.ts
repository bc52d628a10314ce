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

  /** What is known of a definition; from `kwindex-card.js`. */
  card?: {
    /**
     * Show a card in full.
     * @param target an identifier of a listing, or the id of a definition of this page
     */
    open(target: Element | string): void;
    /** Show the card of a name on which a pointer rests. */
    rest(name: Element): void;
    /** Show the card of a name that a finger tapped on; return whether there is one. */
    tap(name: Element): Promise<boolean>;
  };

  /** What is said of definitions; from `kwindex-uses.js`. */
  uses?: {
    /** Return what is known of the definition at an address. */
    find(address: string): Promise<KwindexFound | null>;
    /** Return kind and name of a definition. */
    label(definition: KwindexDefinition): string;
    /** Return what it is and where; the first part has its name and room for more. */
    head(found: KwindexFound): HTMLElement[];
    /** Return where it is used, some places or all. */
    list(found: KwindexFound, most: number): HTMLElement[];
    /** Leave the places in a list that have all words of a query; return how many. */
    sift(list: HTMLElement, query: string): number;
  };
}

/** A definition that uses another: its name, a line, the statement there, the role of
    the use (with 8 if nothing but the name is known), and how many such uses it has. */
type KwindexUse = [
  around: string,
  line: number,
  code: string,
  role: number,
  count: number,
];
/** The places of one file, by its number. */
type KwindexUses = [file: number, places: KwindexUse[]];
type KwindexTest = [file: number, name: string, way: string[]];
/** Uses through a base class ("base"), or of a name ("name"). */
type KwindexPossible = [how: string, name: string, places: number, address: string];
/** As exports/cards.py writes it. */
type KwindexDefinition = [
  kind: string,
  qualname: string,
  id: string,
  line: number,
  /** 1 if it is public, and 2 if no use was found. */
  marks: number,
  labels: string,
  signature: string,
  summary: string,
  uses: KwindexUses[],
  more: number,
  tests: [measured: number, through: KwindexTest[]],
  possible: KwindexPossible[],
];
/** What is written for a page. */
type KwindexPage = [
  path: string,
  lines: number,
  files: [path: string, address: string, test: number][],
  definitions: KwindexDefinition[],
];
/** A definition, the address of its page, and whether it was found by its place in the
    listing ("src") or its description ("def"). */
type KwindexFound = {
  data: KwindexPage;
  definition: KwindexDefinition;
  page: string;
  source: string;
};

declare var kwindex: Kwindex;
declare function kwindexData(key: string, value: unknown): void;

/** Of Sphinx; a theme may leave it out. */
declare const DOCUMENTATION_OPTIONS: { ENABLE_SEARCH_SHORTCUTS?: boolean };
