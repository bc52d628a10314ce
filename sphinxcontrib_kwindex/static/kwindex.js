/* What stands on the pages: it opens folds around what an address names, marks lines of
   a listing (a click on a line's number sets #L10, with Shift, or by a finger's second
   tap, #L10-L20; so do Shift and the arrow keys), and loads the other scripts and their
   data when they are used. Without it all links work. */
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
      kwindex.links?.original();
      return;
    }
    let one = /** @type {Element | null} */ (lines[0]);
    for (; one; one = one.nextElementSibling) {
      one.classList.add("kw-marked");
      marked.push(one);
      if (one === lines[1]) break;
    }
    if (!anchor || !marked.includes(anchor)) anchor = lines[0];
    /* Links to the original file lead to the same lines. */
    if (lines[0].closest("pre")?.dataset.original) run((tool) => tool.original());
  }

  /**
   * Return whether a key is the page's, and not that of something on the page.
   * @param {KeyboardEvent} event
   */
  function isOurs(event) {
    const [on] = event.composedPath();
    if (event.defaultPrevented || event.isComposing || !(on instanceof Element))
      return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (
      on.closest("input, textarea, select, dialog, [role=textbox], [role=combobox]")
    ) {
      return false;
    }
    if (on instanceof HTMLElement && on.isContentEditable) return false;
    try {
      return localStorage.getItem("kwindex-keys") !== "off";
    } catch {
      return true;
    }
  }

  /* What copies links and follows lines is loaded when it is used. */

  /** @param {(tool: NonNullable<Kwindex["links"]>) => void} use */
  async function run(use) {
    await kwindex.load("_static/kwindex-links.js");
    if (kwindex.links) use(kwindex.links);
  }

  document.addEventListener("keydown", (event) => {
    const step = event.shiftKey && { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && marked.length && getSelection()?.isCollapsed && isOurs(event)) {
      event.preventDefault();
      extend(step);
    } else if (event.key === "y" && isOurs(event)) {
      run((tool) => tool.copyPlace(marked[0]));
    }
  });

  document.addEventListener("click", (event) => {
    const on = event.target instanceof Element ? event.target : null;
    const link = on?.closest(".kw-definition > dt > a.headerlink");
    if (link instanceof HTMLAnchorElement && plain(event)) {
      run((tool) => tool.copy(link.href));
    }
  });

  /**
   * Move the end of the marked lines that is not where they began.
   * @param {number} step
   */
  function extend(step) {
    const [first, last] = [marked[0], marked[marked.length - 1]];
    const start = anchor ?? first;
    const end = start === first ? last : first;
    const next = line(`${end.id.replace(/\d+$/, "")}${number(end) + step}`);
    if (!next || next.closest("pre") !== end.closest("pre")) return;
    choose(number(start) < number(next) ? [start, next] : [next, start]);
    next.scrollIntoView({ block: "nearest", behavior: "instant" });
    run((tool) => tool.tellLines(marked[0], marked[marked.length - 1]));
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

  /** Return what is around a definition that the address names and that is not here. */
  function around() {
    let name = /^#(?:def|src)-/.test(location.hash) ? location.hash.slice(1) : "";
    for (let end; (end = name.lastIndexOf(".")) > 0;) {
      name = name.slice(0, end);
      try {
        const outer = document.getElementById(decodeURIComponent(name));
        if (outer) return outer;
      } catch {
        break;
      }
    }
    return null;
  }

  function follow() {
    reveal();
    const lines = named(location.hash);
    mark(lines);
    if (target()) return;
    /* The browser knows the ids of single lines only. */
    const shown = lines ? lines[0] : around();
    shown?.scrollIntoView({ behavior: "instant" });
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

  /**
   * Mark lines, and have the address say it.
   * @param {[Element, Element] | null} lines
   */
  function choose(lines) {
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
  }

  let touched = false; /* whether it was a finger that pointed last */
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
  });

  document.addEventListener("mousedown", (event) => {
    /* Shift would select text. */
    if (event.shiftKey && plain(event) && numbered(event)) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const clicked = plain(event) ? numbered(event) : null;
    if (!clicked) return;
    let lines = /** @type {[Element, Element] | null} */ ([clicked, clicked]);
    /* Fingers have no Shift: a second tap, on another line, extends as well. */
    const second = touched && marked.length === 1 && marked[0] !== clicked;
    const further = event.shiftKey || second;
    if (further && anchor && anchor.parentNode === clicked.parentNode) {
      if (number(anchor) < number(clicked)) lines = [anchor, clicked];
      else lines = [clicked, anchor];
    } else {
      anchor = clicked;
      if (marked.length === 1 && marked[0] === clicked) lines = null;
    }
    choose(lines);
  });

  window.addEventListener("hashchange", follow);
  for (const listing of document.querySelectorAll("pre.kw-source")) {
    /* From here on lines are marked by their class, as :target cannot be taken back. */
    listing.classList.add("kw-scripted");
  }
  follow();
})();
