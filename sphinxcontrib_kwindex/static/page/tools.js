/* What a pointer or a key asks for: cards, the palette, links, the outline. The scripts
   of these are loaded when they are used. */
(function () {
  "use strict";

  const { find = "" } = /** @type {HTMLScriptElement} */ (document.currentScript)
    .dataset;

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

  /* Beside the listing there is room from this width on. */
  const wide = matchMedia("(min-width: 1200px)");
  function outline() {
    if (wide.matches && document.querySelector(".kw-outline"))
      kwindex.load("_static/kwindex-outline.js");
  }
  wide.addEventListener("change", outline);
  outline();
})();
