/* What all scripts of the pages use: it loads the others and their data when they are
   used. Without scripts all links work. */
(function () {
  "use strict";

  /* Sphinx writes the element, see sphinx_wiring/html/scripts.py. */
  const { root = "", version = "" } = /** @type {HTMLScriptElement} */ (
    document.currentScript
  ).dataset;

  const FIELDS = "input, textarea, select, dialog, [role=textbox], [role=combobox]";
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

    recoloured(act) {
      /* Themes turn dark by an attribute, or as the system does, and may take time. */
      const dark = new MutationObserver(act);
      for (const one of [document.documentElement, document.body])
        dark.observe(one, { attributes: true });
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", act);
      document.body.addEventListener("transitionend", act);
    },

    idOf(qualname) {
      /* As model/anchors.py has it. */
      return qualname
        .replaceAll(".<locals>.", "..")
        .replaceAll("::", ".")
        .replace(
          /[^\w.\u00a0-\u{10ffff}]|[\s\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu,
          (at) => `-${at.codePointAt(0)?.toString(16)}-`,
        );
    },

    lastPart(qualname) {
      /* As model/names.py takes names apart. */
      let plain = qualname.replace(/[.:]*(\.|::)$/, "");
      plain = plain.replace(
        /(^|::|\.)(operator(?:\(\)|\[\]|[-+*/%^&|~!=<>,]+|(?![\w.:]).+))/s,
        (_, before, name) => before + "_".repeat(name.length),
      );
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

    once,

    touched: false,

    async withLinks(use) {
      await kwindex.load("_static/kwindex-links.js");
      if (kwindex.links) use(kwindex.links);
    },

    isPlain(event) {
      return !event.button && !event.ctrlKey && !event.metaKey && !event.altKey;
    },

    isOurs(event) {
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
})();
