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
    filter = "",
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

    element(tag, attributes = {}, ...children) {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes))
        made.setAttribute(name, value);
      made.append(...children);
      return made;
    },

    idOf(qualname) {
      /* As model/anchors.py has it. */
      return qualname
        .replaceAll(".<locals>.", "..")
        .replaceAll("::", ".")
        .replace(
          /[^\w.\u0080-\uffff]|\s/g,
          (at) => `-${at.charCodeAt(0).toString(16)}-`,
        );
    },

    lastPart(qualname) {
      /* As model/names.py takes names apart. */
      const operator = /(?:^|::|\.)(operator(?![\w.:]).+)$/s.exec(qualname);
      if (operator) return qualname.length - operator[1].length;
      let plain = qualname;
      for (let before = ""; before !== plain;) {
        before = plain;
        plain = plain.replace(/<[^<>]*>|\([^()]*\)|\[[^[\]]*\]/g, (inner) =>
          "_".repeat(inner.length),
        );
      }
      const colons = plain.lastIndexOf("::");
      return Math.max(plain.lastIndexOf(".") + 1, colons < 0 ? 0 : colons + 2);
    },

    lineOf(element) {
      let part = /** @type {Element | null} */ (element);
      while (part && !part.parentElement?.matches(".kw-lines"))
        part = part.parentElement;
      while (part && !part.matches(kwindex.LINE)) part = part.previousElementSibling;
      return part;
    },

    LINE: ".kw-lines > [id]:not([data-to])",

    partsOf(line) {
      /* A text between two elements has the end of a line in it, unless that is in the
         first of them. */
      const before = line.previousSibling;
      const text = before instanceof Text ? before.data.replace(/^.*\n/s, "") : "";
      const parts = /** @type {Node[]} */ ([document.createTextNode(text)]);
      for (
        let part = /** @type {Node | null} */ (line);
        part;
        part = part.nextSibling
      ) {
        const copy = part.cloneNode(true);
        if (copy instanceof Text) copy.data = copy.data.replace(/\n.*/s, "\n");
        parts.push(copy);
        if (copy.textContent?.endsWith("\n")) break;
      }
      return parts;
    },

    textOf(line) {
      return kwindex
        .partsOf(line)
        .map(({ textContent }) => textContent)
        .join("");
    },

    dress(box) {
      const main = document.querySelector(".kw-map") ?? document.querySelector("main");
      const page = main ?? document.body;
      const { color, colorScheme, fontFamily } = getComputedStyle(page);
      Object.assign(box.style, { color, colorScheme, fontFamily });
      box.style.backgroundColor = kwindex.background(page, color);
    },

    background(element, color) {
      const text = lightness(color);
      let found = "Canvas";
      for (let one = /** @type {Element | null} */ (element); one;) {
        const { backgroundColor } = getComputedStyle(one);
        one = one.parentElement;
        /* Newer notations have a slash before the opacity. */
        const clear = /^transparent$|(^rgba\(.*,|\/) 0(\.\d+)?\)$/;
        if (clear.test(backgroundColor)) continue;
        found = backgroundColor;
        break;
      }
      /* There is a picture between them. */
      if (Math.abs(lightness(found) - text) < 50) return text < 128 ? "#fff" : "#111";
      return found;
    },

    text(name, values = {}) {
      const text = texts.get(name) ?? name;
      return text.replace(/\{(\w+)\}/g, (all, key) =>
        Object.hasOwn(values, key) ? String(values[key]) : all,
      );
    },
  };

  /**
   * Return how light a colour is, from 0 to 255, if the browser says it in these terms.
   * @param {string} color
   */
  function lightness(color) {
    const [red, green, blue] = (color.match(/^rgba?\((\d+), (\d+), (\d+)/) ?? [])
      .slice(1)
      .map(Number);
    return 0.3 * red + 0.6 * green + 0.1 * blue;
  }

  /* Cards, which are loaded when a reader comes to a name that may have one. */

  const NAMED =
    'pre.kw-source a:is([href*="#def-"], [href*="#src-"]), .kw-definition > dt .sig-name';
  let touched = false; /* whether it was a finger that pointed last */

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
    if (!(name instanceof HTMLAnchorElement)) return;
    location.assign(name.href);
    if (name.matches(".sig-name")) run((tool) => tool.copy(name.href));
  });

  /* The palette. */

  const KEYS = "s/tlu?";
  const FIELDS = "input, textarea, select, dialog, [role=textbox], [role=combobox]";
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

  /**
   * Return whether a key is the page's, and not that of something on the page.
   * @param {KeyboardEvent} event
   */
  function isOurs(event) {
    const [on] = event.composedPath();
    if (event.defaultPrevented || event.isComposing || !(on instanceof Element))
      return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    /* The focus stays in a dialog for a moment when it is closed. */
    const gone = on.closest("dialog:not([open])");
    if (!gone && on.closest(FIELDS)) return false;
    if (on instanceof HTMLElement && on.isContentEditable) return false;
    try {
      return localStorage.getItem("kwindex-keys") !== "off";
    } catch {
      return true;
    }
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!isOurs(event)) return;
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

  /* Lines of listings, which stand in groups. Each has an element with an id. */

  const { LINE } = kwindex;

  let marked = /** @type {Element[]} */ ([]); /* the lines, in their order */
  let anchor = /** @type {Element | null} */ (null); /* from which Shift extends */

  /** Return the id that the address names; empty for none. */
  function named() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  }

  /**
   * Return the first and the last line that an id names, null if it names none.
   * @param {string} name
   * @returns {[Element, Element] | null}
   */
  function linesOf(name) {
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
    const lines = first.closest("pre")?.querySelectorAll(LINE) ?? [];
    return lines[lines.length - 1] ?? first;
  }

  /** @param {Element} line */
  function after(line) {
    const group = line.parentElement?.nextElementSibling;
    let next = line.nextElementSibling;
    while (next && !next.matches(LINE)) next = next.nextElementSibling;
    return next ?? group?.firstElementChild;
  }

  /** @param {string} id */
  function line(id) {
    /* The name of a definition stands for its line. */
    return kwindex.lineOf(document.getElementById(id));
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
    let one = /** @type {Element | null | undefined} */ (lines[0]);
    for (; one; one = after(one)) {
      one.classList.add("kw-marked");
      marked.push(one);
      if (one === lines[1]) break;
    }
    if (!anchor || !marked.includes(anchor)) anchor = lines[0];
    /* Links to the original file lead to the same lines. */
    if (lines[0].closest("pre")?.dataset.original) run((tool) => tool.original());
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
    const link = on?.closest(".kw-definition > dt a.sig-name");
    /* Of a finger the first tap asks for the card. */
    if (link instanceof HTMLAnchorElement && plain(event) && !event.defaultPrevented) {
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

  /**
   * Open what is folded around the target; not every browser does.
   * @param {HTMLElement | null} shown
   */
  function reveal(shown) {
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
    const name = named();
    const shown = document.getElementById(name);
    const entry = name.replace(/^src-/, "def-");
    if (!shown && document.getElementById(entry)) {
      /* What has no place in the listing is described. */
      location.replace(`#${encodeURIComponent(entry)}`);
      return;
    }
    reveal(shown);
    const lines = linesOf(name);
    mark(lines);
    if (shown) return;
    /* The browser knows the ids of single lines only. */
    const place = lines ? lines[0] : around();
    place?.scrollIntoView({ behavior: "instant" });
  }

  /**
   * Return the line on whose number an event is. Numbers are drawn left of the lines,
   * which have one height.
   * @param {MouseEvent} event
   */
  function numbered({ target, clientX, clientY }) {
    /* A link has no number, wherever a key that follows it says that the pointer is. */
    if (!(target instanceof Element)) return null;
    if (!target.matches(".kw-lines, .kw-each > span")) return null;
    const group = target.closest(".kw-lines") ?? target;
    const { left, top, height } = group.getBoundingClientRect();
    if (clientX >= left + parseFloat(getComputedStyle(group).paddingLeft)) return null;
    const lines = group.querySelectorAll(LINE);
    return lines[Math.floor(((clientY - top) / height) * lines.length)] ?? null;
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
    if (further && anchor && anchor.closest("pre") === clicked.closest("pre")) {
      if (number(anchor) < number(clicked)) lines = [anchor, clicked];
      else lines = [clicked, anchor];
    } else {
      anchor = clicked;
      if (marked.length === 1 && marked[0] === clicked) lines = null;
    }
    choose(lines);
  });

  /* Beside the listing there is room from this width on. */
  const wide = matchMedia("(min-width: 1200px)");
  function outline() {
    if (wide.matches && document.querySelector(".kw-outline"))
      kwindex.load("_static/kwindex-outline.js");
  }
  wide.addEventListener("change", outline);
  outline();

  /* Lists that can be filtered. */

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
    return `${id}.${[...(holder?.querySelectorAll("details") ?? [])].indexOf(fold)}`;
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
      const to = line(decodeURIComponent(link.hash.slice(1)));
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

  window.addEventListener("hashchange", follow);
  for (const listing of document.querySelectorAll("pre.kw-source")) {
    /* From here on lines are marked by their class, as :target cannot be taken back. */
    listing.classList.add("kw-scripted");
    if (listing.querySelector('[data-to]:not([data-to=""])'))
      once("_static/kwindex-listing.js");
  }
  follow();
})();
