/* Lists: boxes that filter them, and folds. */
(function () {
  "use strict";

  const { filter = "" } = /** @type {HTMLScriptElement} */ (document.currentScript)
    .dataset;
  const FEWEST = 10;
  const asked = new URLSearchParams(location.search);

  /**
   * Put a box before something; the script that filters is loaded when it is used.
   * @param {Element} before
   * @param {Element[]} parts what holds the lists
   * @param {string} key of a fold in the address, empty for the page
   */
  function addFilter(before, parts, key) {
    const bar = document.createElement("div");
    const box = document.createElement("input");
    bar.className = "kw-filter";
    box.type = "search";
    box.autocomplete = "off";
    box.placeholder = filter;
    box.setAttribute("aria-label", filter);
    async function start() {
      await Promise.all([
        kwindex.load("_static/kwindex-filter.css"),
        kwindex.load("_static/kwindex-filter.js"),
      ]);
      kwindex.filter?.(bar, parts, key);
    }
    bar.append(box);
    before.before(bar);
    const now = ["q", "kind", "is"].some((name) => asked.has(name));
    if (now && (asked.get("of") ?? "") === key) start();
    else box.addEventListener("focus", start, { once: true });
  }

  /**
   * Return the name of a fold in addresses: the id of what it is about, and its number.
   * @param {Element} fold
   */
  function keyOf(fold) {
    const about = fold.closest("dd")?.previousElementSibling;
    const [holder, id] = about?.id
      ? [fold.closest("dd"), about.id]
      : [fold.closest("[id]"), fold.closest("[id]")?.id];
    const folds = /** @type {Element[]} */ ([
      ...(holder?.querySelectorAll("details") ?? []),
    ]);
    return `${id}.${folds.indexOf(fold)}`;
  }

  /** @param {Element} fold */
  function filterFold(fold) {
    const [list] = fold.querySelectorAll(":scope > ul.kw-entries");
    if (!list || fold.closest(".kw-filtered") || fold.querySelector(".kw-filter"))
      return;
    /* Of a long list it has the rest. */
    const before = fold.previousElementSibling;
    const parts = before?.matches("ul.kw-entries") ? [before, fold] : [fold];
    const number = parts.reduce(
      (sum, one) => sum + one.querySelectorAll("li").length,
      0,
    );
    if (number >= FEWEST) addFilter(list, parts, keyOf(fold));
  }

  /**
   * Show the lines of the listing that a list of uses leads to.
   * @param {Element} fold
   */
  function quote(fold) {
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
      fold.querySelectorAll("li > a[href^='#']")
    );
    for (const link of links) {
      const target = decodeURIComponent(link.hash.slice(1));
      const to = kwindex.lineOf(document.getElementById(target));
      const text = to && kwindex.textOf(to).trim();
      if (!text || link.parentElement?.querySelector("code")) continue;
      const code = kwindex.element("code", {}, text);
      const kind = link.parentElement?.querySelector(".kw-kind");
      (kind ?? link).after(" ", code);
    }
  }

  /* On paper every fold is open. */
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details.kw-users")) quote(fold);
  });

  for (const map of document.querySelectorAll("div.kw-map")) {
    if (map.querySelectorAll("li[data-kw]").length < FEWEST) continue;
    const parts = [...map.children].filter((one) => one.querySelector("li[data-kw]"));
    for (const part of parts) part.classList.add("kw-filtered");
    addFilter(parts[0], parts, "");
  }
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement && target.open)) return;
      if (target.matches(".kw-users")) quote(target);
      filterFold(target);
    },
    true,
  );
  if (asked.get("of")) {
    for (const fold of document.querySelectorAll("details:is(.kw-users, .kw-more)")) {
      if (keyOf(fold) === asked.get("of")) fold.setAttribute("open", "");
    }
  }
})();
