/* What stands on the pages: it opens folds around what an address names, marks lines of
   a listing (a click on a line's number sets #L10, with Shift #L10-L20), and loads the
   other scripts and their data when they are used. Without it all links work. */
(function () {
  "use strict";

  /* Sphinx writes the element, see sphinx_wiring/html/scripts.py. */
  const {
    root = "",
    version = "",
    find = "",
  } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;

  const loading = /** @type {Map<string, Promise<void>>} */ (new Map());
  const received = /** @type {Map<string, unknown>} */ (new Map());
  const texts = /** @type {Map<string, string>} */ (new Map());

  /** @param {string} file */
  function add(file) {
    const style = file.endsWith(".css");
    const element = document.createElement(style ? "link" : "script");
    /* Files on a disk have no versions. */
    const query = location.protocol === "file:" ? "" : `?v=${version}`;
    const address = kwindex.root + file.split("/").map(encodeURIComponent).join("/");
    if (element instanceof HTMLLinkElement) {
      element.rel = "stylesheet";
      element.href = address + query;
    } else {
      element.src = address + query;
      /* They run in the order in which they are added. */
      element.async = false;
    }
    const added = new Promise((resolve, reject) => {
      element.addEventListener("load", resolve);
      element.addEventListener("error", () => reject(new Error(`${file} is missing`)));
    });
    document.head.append(element);
    return added.then(() => {});
  }

  /** @param {string} file */
  function once(file) {
    let added = loading.get(file);
    if (!added) {
      added = add(file);
      loading.set(file, added);
      /* A connection may fail now and work later. */
      added.catch(() => loading.delete(file));
    }
    return added;
  }

  window.kwindexData = (key, value) => {
    received.set(key, value);
  };

  window.kwindex = {
    root: new URL(root, document.baseURI).href,

    async load(file) {
      const known = texts.size ? null : kwindex.data("texts");
      const added = once(file);
      for (const [name, text] of (await known) ?? []) texts.set(name, text);
      await added;
    },

    async data(key) {
      if (!received.has(key)) await once(`_kwindex/${key}.js`);
      return received.get(key);
    },

    text(name, values = {}) {
      const text = texts.get(name) ?? name;
      return text.replace(/\{(\w+)\}/g, (all, key) =>
        Object.hasOwn(values, key) ? String(values[key]) : all,
      );
    },
  };

  /* Lines of listings. */

  let marked = /** @type {Element[]} */ ([]); /* the lines, in their order */
  let anchor = /** @type {Element | null} */ (null); /* from which Shift extends */

  /** Return the element that a fragment names. */
  function target() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  }

  /**
   * Return the first and the last line that a fragment names, null if it names none.
   * @param {string} fragment
   * @returns {[Element, Element] | null}
   */
  function named(fragment) {
    let name;
    try {
      name = decodeURIComponent(fragment.replace(/^#/, ""));
    } catch {
      return null;
    }
    const single = line(name);
    if (single) return [single, single];
    const parts = /^(.*)L(\d+)-L(\d+)$/.exec(name);
    if (!parts) return null;
    const numbers = [Number(parts[2]), Number(parts[3])].sort((a, b) => a - b);
    const first = line(`${parts[1]}L${numbers[0]}`);
    if (!first) return null;
    /* What is behind the end of a file ends there. */
    const last = line(`${parts[1]}L${numbers[1]}`) ?? lastOf(first);
    return [first, last];
  }

  /** @param {Element} first */
  function lastOf(first) {
    return first.parentElement?.lastElementChild ?? first;
  }

  /** @param {string} id */
  function line(id) {
    const found = document.getElementById(id);
    return found?.matches("pre.kw-source > span") ? found : null;
  }

  /** @param {Element} line */
  function number(line) {
    return Number(/\d*$/.exec(line.id)?.[0]);
  }

  /** @param {[Element, Element] | null} lines */
  function mark(lines) {
    for (const one of marked) one.classList.remove("kw-marked");
    marked = [];
    if (!lines) {
      anchor = null;
      return;
    }
    let one = /** @type {Element | null} */ (lines[0]);
    for (; one; one = one.nextElementSibling) {
      one.classList.add("kw-marked");
      marked.push(one);
      if (one === lines[1]) break;
    }
    if (!anchor || !marked.includes(anchor)) anchor = lines[0];
  }

  /** Open what is folded around the target; not every browser does. */
  function reveal() {
    const shown = target();
    let closed = shown?.closest("details:not([open])");
    if (!shown || !closed) return;
    for (; closed; closed = closed.closest("details:not([open])")) {
      closed.setAttribute("open", "");
    }
    shown.scrollIntoView({ behavior: "instant" });
  }

  function follow() {
    reveal();
    const lines = named(location.hash);
    mark(lines);
    /* The browser knows the ids of single lines only. */
    if (lines && !target()) lines[0].scrollIntoView({ behavior: "instant" });
  }

  /**
   * Return the line on whose number an event is. Numbers are drawn before the line.
   * @param {MouseEvent} event
   */
  function numbered(event) {
    const found = event.target;
    if (!(found instanceof Element && found.matches("pre.kw-source > span")))
      return null;
    const style = getComputedStyle(found, "::before");
    const width = parseFloat(style.width) + parseFloat(style.marginRight);
    const box = found.getClientRects()[0];
    return event.clientX < box.left + width && event.clientY <= box.bottom
      ? found
      : null;
  }

  /** @param {MouseEvent} event */
  function plain(event) {
    return !event.button && !event.ctrlKey && !event.metaKey && !event.altKey;
  }

  document.addEventListener("mousedown", (event) => {
    /* Shift would select text. */
    if (event.shiftKey && plain(event) && numbered(event)) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const clicked = plain(event) ? numbered(event) : null;
    if (!clicked) return;
    let lines = /** @type {[Element, Element] | null} */ ([clicked, clicked]);
    if (event.shiftKey && anchor && anchor.parentNode === clicked.parentNode) {
      if (number(anchor) < number(clicked)) lines = [anchor, clicked];
      else lines = [clicked, anchor];
    } else {
      anchor = clicked;
      if (marked.length === 1 && marked[0] === clicked) lines = null;
    }
    mark(lines);
    let fragment = "";
    if (lines) {
      fragment = `#${encodeURIComponent(lines[0].id)}`;
      if (lines[0] !== lines[1]) fragment += `-L${number(lines[1])}`;
    }
    /* One step back leads to where no line was marked, however many were since. */
    const ours = history.state?.kwindex;
    const address = fragment || location.pathname + location.search;
    if (ours) history.replaceState({ kwindex: true }, "", address);
    else history.pushState({ kwindex: true }, "", address);
  });

  /* Cards, which are loaded when a reader comes to a name that may have one. */

  const NAMED =
    'pre.kw-source a:is([href*="#def-"], [href*="#src-"]), .kw-definition > dt .descname';
  let touched = false;

  /** @param {Event} event */
  function nameAt(event) {
    return event.target instanceof Element ? event.target.closest(NAMED) : null;
  }

  /** @param {Event} event */
  async function meet(event) {
    if (event instanceof PointerEvent) touched = event.pointerType === "touch";
    const name = nameAt(event);
    if (!name || kwindex.card) return;
    await kwindex.load("_static/kwindex-card.js").catch(() => {});
    if (name.matches(":hover") && !touched) kwindex.card?.rest(name);
  }

  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, meet, { passive: true });
  }

  document.addEventListener("click", async (event) => {
    const name = touched && plain(event) ? nameAt(event) : null;
    if (!name) return;
    event.preventDefault();
    await kwindex.load("_static/kwindex-card.js").catch(() => {});
    if (await kwindex.card?.tap(name)) return;
    if (name instanceof HTMLAnchorElement) location.assign(name.href);
  });

  /* At the start, and when the address changes. */

  window.addEventListener("hashchange", follow);
  for (const listing of document.querySelectorAll("pre.kw-source")) {
    /* From here on lines are marked by their class, as :target cannot be taken back. */
    listing.classList.add("kw-scripted");
  }
  follow();
})();
