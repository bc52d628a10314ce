/* What a pointer or a key asks for: cards, the palette, links, the outline. The scripts
   of these are loaded when they are used. */
(function () {
  "use strict";

  const { find = "", files = "" } = /** @type {HTMLScriptElement} */ (
    document.currentScript
  ).dataset;

  /* Cards, which are loaded when a reader comes to a name that may have one. */

  const NAMED =
    'pre.kw-source a:is([href*="#def-"], [href*="#src-"]), .kw-definition > dt .sig-name';

  /** @param {Event} event */
  function nameAt(event) {
    return event.target instanceof Element ? event.target.closest(NAMED) : null;
  }

  /** @param {Event} event */
  async function meet(event) {
    if (event instanceof PointerEvent) kwindex.touched = event.pointerType === "touch";
    const name = nameAt(event);
    const known = Boolean(kwindex.card);
    if (!name || known) return;
    await kwindex.load("_static/kwindex-card.js").catch(() => {});
    if (name.matches(":hover") && !kwindex.touched) kwindex.card?.rest(name);
  }

  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, meet, { passive: true });
  }

  document.addEventListener("click", async (event) => {
    const name = kwindex.touched && kwindex.isPlain(event) ? nameAt(event) : null;
    if (!name) return;
    event.preventDefault();
    await kwindex.load("_static/kwindex-card.js").catch(() => {});
    if (await kwindex.card?.tap(name)) return;
    if (!(name instanceof HTMLAnchorElement)) return;
    location.assign(name.href);
    if (name.matches(".sig-name")) kwindex.withLinks((tool) => tool.copy(name.href));
  });

  /* The palette. */

  const KEYS = "s/tlu?";
  let waiting = /** @type {string | null} */ (null); /* typed while it is loaded */

  /** @param {string} key */
  async function press(key) {
    waiting = "";
    try {
      await Promise.all([
        kwindex.load("_static/kwindex-tools.css"),
        kwindex.load("_static/kwindex-palette.js"),
      ]);
      kwindex.palette?.press(key, waiting);
    } finally {
      waiting = null;
    }
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!kwindex.isOurs(event)) return;
    if (waiting !== null && event.key.length === 1) waiting += event.key;
    else if (event.key.length === 1 && KEYS.includes(event.key)) press(event.key);
    else return;
    event.preventDefault();
    /* Themes listen, too. */
    event.stopPropagation();
  }

  /**
   * Put a button beside the path, for those without a keyboard; first on a page whose
   * path the theme shows.
   */
  function addButton() {
    const row = document.querySelector(".kw-map > :is(.kw-breadcrumbs, .kw-tabs) > p");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "kw-find";
    button.textContent = find;
    button.addEventListener("click", () => press("s"));
    if (row) row.append(" ", button);
    else document.querySelector(".kw-page")?.prepend(button);
  }

  /** Keep the address of the file or definition that is shown. */
  function remember() {
    const page = location.href.replace(/[?#].*$/, "");
    if (!page.startsWith(kwindex.root)) return;
    const fragment = /^#(?=(def|src)-)/.test(location.hash) ? location.hash : "";
    const address =
      page.slice(kwindex.root.length) + fragment.replace("#def-", "#src-");
    const key = `kwindex-recent:${kwindex.root}`;
    try {
      const before = JSON.parse(localStorage.getItem(key) ?? "[]");
      const others = before.filter((/** @type {unknown} */ one) => one !== address);
      localStorage.setItem(key, JSON.stringify([address, ...others].slice(0, 30)));
    } catch {
      /* There is nowhere to keep it. */
    }
  }

  if (find) {
    const search =
      typeof DOCUMENTATION_OPTIONS === "undefined" ? {} : DOCUMENTATION_OPTIONS;
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/") pressed(event);
    });
    /* Behind those of the theme, who may have a search of their own for it. */
    addEventListener("load", () => {
      addEventListener("keydown", (event) => {
        if (event.key === "/" && !search.ENABLE_SEARCH_SHORTCUTS) pressed(event);
      });
    });
    addEventListener("hashchange", remember);
    addButton();
    remember();
  }

  document.addEventListener("click", (event) => {
    const on = event.target instanceof Element ? event.target : null;
    const link = on?.closest(".kw-definition > dt a.sig-name");
    /* Of a finger the first tap asks for the card. */
    if (
      link instanceof HTMLAnchorElement &&
      kwindex.isPlain(event) &&
      !event.defaultPrevented
    ) {
      kwindex.withLinks((tool) => tool.copy(link.href));
    }
  });

  /* Beside the page there is room from this width on. */
  const wide = matchMedia("(min-width: 1200px)");

  /* The list of files, in the column that a theme has for navigation. */

  const COLUMN = [
    ".sidebar-scroll" /* furo */,
    ".sphinxsidebarwrapper" /* alabaster and others of Sphinx */,
    ".bd-sidebar-primary" /* pydata_sphinx_theme, sphinx_book_theme */,
    ".wy-side-scroll" /* sphinx_rtd_theme */,
    ".md-sidebar--primary .md-sidebar__inner" /* sphinx_immaterial */,
    "#left-sidebar" /* sphinxawesome_theme */,
    ".sy-lside .sy-scrollbar" /* shibuya */,
  ].join(",");
  /** What columns of other themes are called. */
  const CALLED = "aside, [class*='sidebar'], [id*='sidebar']";
  /** The first entries of the manual's contents, which stand in some that are not. */
  const ENTRIES = "ul > .toctree-l1:first-child";
  /** What may be called so in a column, and has no room for a list. */
  const INSIDE = "a, button, form, input, label, header";
  /** What these have the contents of the manual in. */
  const CONTENTS = ".sidebar-tree, .wy-menu, .bd-links, .globaltoc, nav";
  const CLOSED = "kwindex-files";

  /**
   * Return what holds the parts of the first column that stands left of a page.
   * @param {Element} page which has no box of its own
   */
  function columnBeside(page) {
    const left = page.parentElement?.getBoundingClientRect().left ?? 0;
    const entries = [...document.querySelectorAll(ENTRIES)];
    const holders = entries.flatMap(
      (entry) => entry.parentElement?.parentElement ?? [],
    );
    const columns = [...document.querySelectorAll(CALLED), ...holders];
    const beside = columns.filter((element) => {
      const { width, right } = element.getBoundingClientRect();
      return width >= 150 && right <= left && !element.closest(INSIDE);
    });
    /* A drawer that is closed is beyond the edge of the screen. */
    let column =
      beside.find((element) => element.getBoundingClientRect().right > 0) ?? beside[0];
    while (column?.childElementCount === 1 && column.querySelector(":scope > div"))
      [column] = column.children;
    return column;
  }

  /**
   * Put the list below a column's contents, or above them if these leave no room.
   * @param {Element} column
   * @param {Element} list
   */
  function place(column, list) {
    let contents =
      column.querySelector(CONTENTS) ?? column.querySelector(":scope > ul");
    for (let above = contents; above?.matches("ul, h3, h4, p.caption");) {
      contents = above;
      above = above.previousElementSibling;
    }
    const end = column.querySelector(":scope > .sidebar-primary-items__end");
    if (end) end.before(list);
    else column.append(list);
    if (!contents || list.getBoundingClientRect().top < innerHeight / 2) return;
    list.classList.add("kw-above");
    contents.before(list);
  }

  /** @param {HTMLDetailsElement} fold */
  async function showFiles(fold) {
    await Promise.all([
      kwindex.once("_static/kwindex-files.css"),
      kwindex.once("_static/kwindex-files.js"),
    ]);
    await kwindex.files?.show(fold);
  }

  function addFiles() {
    const page = document.querySelector(".kw-page");
    const column = page && (document.querySelector(COLUMN) ?? columnBeside(page));
    if (!column) return;
    const fold = kwindex.element("details");
    fold.append(kwindex.element("summary", {}, files));
    /* Not all columns are landmarks. */
    const list = kwindex.element(
      "nav",
      { class: "kw-files notranslate", "aria-label": files },
      fold,
    );
    place(column, list);
    /* Themes of Sphinx, and those that nobody knows, may give colours to the links of a
       dark column alone. */
    const links = column.matches(COLUMN) ? ".sphinxsidebarwrapper a" : "li a";
    const link = [...column.querySelectorAll(links)].find((one) => !list.contains(one));
    if (link && !column.matches(COLUMN)) {
      /* In some of these all that they hold has the room at its side itself. */
      const text = document.createRange();
      text.selectNodeContents(link);
      const begin = () => {
        const [start, edge] = [text, list].map(
          (one) => one.getBoundingClientRect().left,
        );
        list.style.paddingInline = `${Math.min(Math.max(start - edge, 0), 32)}px`;
      };
      begin();
      /* The theme's own script may come later. */
      addEventListener("load", begin);
    }
    if (link) {
      const colour = () => (list.style.color = getComputedStyle(link).color);
      kwindex.recoloured(colour);
      colour();
    }
    let filled = false;
    fold.addEventListener("toggle", () => {
      try {
        if (wide.matches) localStorage.setItem(CLOSED, fold.open ? "" : "closed");
      } catch {
        /* There is nowhere to keep it. */
      }
      if (fold.open && !filled) showFiles(fold).catch(() => list.remove());
      filled ||= fold.open;
    });
    /* Elsewhere the column is a drawer. */
    fold.open = wide.matches;
    try {
      if (localStorage.getItem(CLOSED) === "closed") fold.open = false;
    } catch {
      /* Nothing was kept. */
    }
  }
  if (files) addFiles();

  function outline() {
    if (wide.matches && document.querySelector(".kw-outline"))
      kwindex.load("_static/kwindex-outline.js");
  }
  wide.addEventListener("change", outline);
  outline();
})();
