/** A file, a folder or a definition. */
interface KwindexName {
  readonly kind: string;
  /** The qualified name of a definition, the last part of a path. */
  readonly name: string;
  /** The name in lower case. */
  readonly lower: string;
  /** A bit for each letter that is in the name. */
  readonly letters: number;
  /** Where the last part of the name begins. */
  readonly last: number;
  /** Its file or folder; a folder may have a page that tells about it. */
  readonly place: { readonly path: string; readonly about?: string };
  /** Below the root. */
  readonly address: string;
  /** What it is worth among those that fit as well. */
  readonly bonus: number;
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
/** Uses through a base class ("base"), of a name ("name"), or of the "declaration" or
    "definition" that another file has; or where it is "defined". */
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
  /** What derives from a class through others; the id is empty if the name tells it. */
  derived: [file: number, qualname: string, id: string][],
  /** The definition up to its body, in languages other than Python. */
  head?: string,
];
/** What is written for a page. */
type KwindexPage = [
  path: string,
  /** Whether pages have ids for lines (1) and descriptions (2). */
  has: number,
  files: [path: string, address: string, test: number][],
  definitions: KwindexDefinition[],
  /** The numbers of the files that import it. */
  importers: number[],
];
/** A definition or, without one, a file, the address of its page, and whether it was
    found by its place in the listing ("src") or its description ("def"). */
type KwindexFound = {
  data: KwindexPage;
  definition?: KwindexDefinition;
  page: string;
  source: string;
};

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

  /** Do the same without waiting for the texts. */
  once(file: string): Promise<void>;

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

  /** Return a new element with attributes and what it holds. */
  element<T extends keyof HTMLElementTagNameMap>(
    tag: T,
    attributes?: Record<string, string>,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[T];

  /** Have something done when the colours of the page may have changed. */
  recoloured(act: () => void): void;

  /** Return a qualified name as it is in ids. */
  idOf(qualname: string): string;

  /** Return where the last part of a qualified name begins. */
  lastPart(qualname: string): number;

  /** Return the line of a listing that an element is in, which is its first part. */
  lineOf(element: Element | null): Element | null;

  /** What lines of listings begin with, blanks and plain text left out. */
  LINE: string;

  /** Return copies of what a line of a listing consists of, with its line end. */
  partsOf(line: Element): Node[];

  /** Return the text of a line of a listing, with its line end. */
  textOf(line: Element): string;

  /** Whether it was a finger that pointed last. */
  touched: boolean;

  /** Load what copies links and follows lines, and use it. */
  withLinks(use: (tool: NonNullable<Kwindex["links"]>) => void): Promise<void>;

  /** Return whether a pointer, or a key, has none beside it but Shift. */
  isPlain(event: MouseEvent): boolean;

  /** Return whether a key is the page's, and not that of something on the page. */
  isOurs(event: KeyboardEvent): boolean;

  /** Give something that lies above the page its text, on what is behind the page. */
  dress(box: HTMLElement): void;

  /** Return a color on which an element's text of a color can be read: its background. */
  background(element: Element, color: string): string;

  /** All names, and what a query means; from `kwindex-names.js`. */
  names?: {
    /**
     * Load all names.
     * @param arrived called when there are more
     * @returns whether none is missing
     */
    load(arrived: () => void): Promise<boolean>;
    /** Return the kinds of names, in their order. */
    kinds(): string[];
    /** Return what is at an address below the root. */
    at(address: string): KwindexName | undefined;
    /**
     * Return the names that fit best, and how many fit.
     * @param wanted whether names of a kind are asked for
     */
    search(
      text: string,
      wanted: (kind: string) => boolean,
      limit: number,
    ): { found: KwindexName[]; total: number };
    /** Return the places of the letters of a name that a query means. */
    letters(text: string, name: string): Set<number>;
  };

  /**
   * Have a box filter lists; from `kwindex-filter.js`.
   * @param bar holds the box, and gets what else there is
   * @param parts what holds the lists
   * @param key what the address calls them, empty for those of the page
   */
  filter?(bar: HTMLElement, parts: Element[], key: string): void;

  /** The dialog that leads to names; from `kwindex-palette.js`. */
  palette?: {
    /**
     * Do what a key of the page stands for.
     * @param typed what was typed since
     */
    press(key: string, typed: string): void;
  };

  /** What is said of definitions; from `kwindex-uses.js`. */
  uses?: {
    /** Return what is known of the definition or the file at an address. */
    find(address: string): Promise<KwindexFound | null>;
    /** Return kind and name. */
    label(found: KwindexFound): string;
    /** Return what it is and where; the first part has its name and room for more. */
    head(found: KwindexFound): HTMLElement[];
    /** Return where it is used, some places or all. */
    list(found: KwindexFound, most: number): HTMLElement[];
    /** Return how many places and classes a list of all has. */
    count(found: KwindexFound): number;
    /** Leave the places in a list that have all words of a query; return how many. */
    sift(list: HTMLElement, query: string): number;
  };

  /** The list of files; from `kwindex-files.js`. */
  files?: {
    /** Show the list in a fold, opened at the page. */
    show(fold: HTMLElement): Promise<void>;
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
     * @param target a name on the page, or the address of a definition or file; a page
     *   of which nothing is known is opened
     */
    open(target: Element | string): void;
    /** Show the card of a name on which a pointer rests. */
    rest(name: Element): void;
    /** Show the card of a name that a finger tapped on; return whether there is one. */
    tap(name: Element): Promise<boolean>;
  };
}

declare var kwindex: Kwindex;
declare function kwindexData(key: string, value: unknown): void;

/** Of Sphinx; a theme may leave it out. */
declare const DOCUMENTATION_OPTIONS: { ENABLE_SEARCH_SHORTCUTS?: boolean };
