/* Copies permanent links: to definitions by their names, as lines do not last. */
(function () {
  "use strict";

  const told = document.createElement("p");
  told.className = "kw-told notranslate";
  told.setAttribute("role", "status");
  kwindex.load("_static/kwindex-tools.css");
  document.body.append(told);
  let planned = 0;

  /** @param {string} text */
  function tell(text) {
    told.textContent = text;
    clearTimeout(planned);
    planned = setTimeout(() => told.replaceChildren(), 3000);
  }

  /** @param {string} address */
  async function copy(address) {
    let copied = true;
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      copied = copyAsText(address);
    }
    tell(kwindex.text(copied ? "links.copied" : "links.refused", { address }));
  }

  /** Do it as before there was a clipboard; without https there is none.
   * @param {string} address */
  function copyAsText(address) {
    const area = document.createElement("textarea");
    const focused = document.activeElement;
    area.value = address;
    area.readOnly = true;
    told.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return copied;
  }

  /** @param {Element} line */
  function number(line) {
    return Number(/\d*$/.exec(line.id)?.[0]);
  }

  /** @param {Element} line */
  function indentation(line) {
    return kwindex.textOf(line).search(/\S/);
  }

  /** Return the ids of descriptions by the lines of their definitions. */
  function definitions() {
    const found = /** @type {Map<Element, string>} */ (new Map());
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
      document.querySelectorAll(
        ".kw-definition > dt[id] > :is(a.kw-where, .kw-where > a)[href^='#']",
      )
    );
    for (const link of links) {
      const line = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      const id = link.closest("dt")?.id ?? "";
      if (line && !found.has(line)) found.set(line, id);
    }
    return found;
  }

  /**
   * Return the id of the description of the definition that a line is in.
   * @param {Element} line
   */
  function definitionAround(line) {
    const known = definitions();
    const prefix = line.id.replace(/\d+$/, "");
    let limit = Infinity;
    for (let at = number(line); at > 0 && limit > 0; at--) {
      const one = document.getElementById(`${prefix}${at}`);
      const depth = one ? indentation(one) : -1;
      if (!one || depth < 0 || depth >= limit) continue;
      const id = known.get(one);
      if (id) return id;
      /* A parameter list may end where it began. */
      if (!/^\s*[)\]}]/.test(kwindex.textOf(one))) limit = depth;
    }
    return "";
  }

  /** @param {Element} first @param {Element} last */
  function tellLines(first, last) {
    const lines = `${number(first)}–${number(last)}`;
    tell(kwindex.text("links.lines", { lines }));
  }

  kwindex.links = {
    copy,
    copyPlace(line) {
      const entry = line ? definitionAround(line) : "";
      const source = entry.replace(/(^|-)def-/, "$1src-");
      const id = document.getElementById(source) ? source : entry;
      if (id) history.replaceState(history.state, "", `#${encodeURIComponent(id)}`);
      copy(location.href);
    },
    tellLines,
    original() {
      const listings = /** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll("pre[data-original]")
      );
      for (const listing of listings) {
        const { original = "", range = "" } = listing.dataset;
        const [file] = original.split("#");
        const marked = listing.querySelectorAll(".kw-marked");
        let address = file;
        if (marked.length) {
          address = original + (marked.length > 1 ? range : "");
          address = address.replace("{line}", String(number(marked[0])));
          address = address.replace(
            "{last}",
            String(number(marked[marked.length - 1])),
          );
        }
        for (const link of document.links) {
          if (link.href.split("#")[0] === file) link.href = address;
        }
      }
    },
  };
})();
