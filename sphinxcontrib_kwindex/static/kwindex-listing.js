/* Keeps the lines of the class and the function that one reads at the top of the
   screen. Listings, and pages of some themes, scroll sideways in boxes, where no style
   sheet can do it. */
(function () {
  "use strict";

  /**
   * @typedef {object} Block
   * @property {string} id what leads to it
   * @property {Element} line its first line
   * @property {number} first the number of that
   * @property {number} last
   */

  /** @param {Element | null} line */
  function number(line) {
    return Number(/\d*$/.exec(line?.id ?? "")?.[0]);
  }

  /**
   * @param {Element} listing
   * @returns {Block[]} in the order of the text
   */
  function blocksOf(listing) {
    const blocks = [];
    const names = /** @type {NodeListOf<HTMLElement>} */ (
      listing.querySelectorAll('[data-to]:not([data-to=""])')
    );
    for (const name of names) {
      const { id, dataset } = name;
      const line = kwindex.lineOf(name);
      const last = Number(dataset.to);
      if (line) blocks.push({ id, line, first: number(line), last });
    }
    return blocks;
  }

  /**
   * Return the number of the line at some height of the screen.
   * @param {Element} listing
   * @param {number} y
   */
  function lineAt(listing, y) {
    for (const group of listing.children) {
      const { top, bottom, height } = group.getBoundingClientRect();
      /* Lines have one height; they may not be laid out. */
      if (y < bottom) {
        const lines = group.querySelectorAll(kwindex.LINE).length;
        const within = ((y - top) / height) * lines;
        return number(group.firstElementChild) + Math.max(Math.floor(within), 0);
      }
    }
    return Infinity;
  }

  /**
   * Return up to where the head of a theme covers a listing.
   * @param {Element} listing
   */
  function coveredUpTo(listing) {
    const { left, right } = listing.getBoundingClientRect();
    let top = 0;
    /* There may be another bar below the first one. */
    for (;;) {
      let covering = document.elementFromPoint((left + right) / 2, top);
      if (listing.parentElement?.contains(covering)) return top;
      while (covering && !/fixed|sticky/.test(getComputedStyle(covering).position)) {
        covering = covering.parentElement;
      }
      const bottom = covering?.getBoundingClientRect().bottom ?? 0;
      if (bottom <= top) return top;
      top = bottom;
    }
  }

  /** @param {Block} block */
  function copyOf({ line, first, id }) {
    const copy = document.createElement("span");
    copy.append(...kwindex.partsOf(line));
    copy.firstElementChild?.removeAttribute("id");
    copy.dataset.line = String(first);
    copy.dataset.id = id;
    for (const link of copy.querySelectorAll("a")) {
      const piece = kwindex.element("span", { class: link.className });
      piece.append(...link.childNodes);
      link.replaceWith(piece);
    }
    return copy;
  }

  /** @param {Element} listing */
  function watch(listing) {
    const blocks = blocksOf(listing);
    if (!blocks.length) return;
    const bar = document.createElement("div");
    const lines = document.createElement("pre");
    bar.className = "kw-context";
    /* A copy of what is there already. */
    bar.ariaHidden = "true";
    bar.append(lines);
    listing.before(bar);
    let shown = /** @type {Block[]} */ ([]);
    let waits = false;

    function update() {
      waits = false;
      const top = coveredUpTo(listing);
      const box = listing.getBoundingClientRect();
      const found = /** @type {Block[]} */ ([]);
      if (box.top < top && box.bottom > top) {
        const { height } = blocks[0].line.getClientRects()[0];
        /* The line behind what was found, and the one below. */
        let [behind, below] = [lineAt(listing, top), lineAt(listing, top + height)];
        for (const block of blocks) {
          if (block.first >= behind) break;
          if (block.last <= below) continue;
          found.push(block);
          behind = below;
          below = lineAt(listing, top + (found.length + 1) * height);
        }
      }
      if (String(found.map(({ id }) => id)) !== String(shown.map(({ id }) => id))) {
        lines.replaceChildren(...found.map(copyOf));
        shown = found;
      }
      /* The shorthand is empty where a theme sets what it has no place for. */
      const { color, fontFamily, fontSize, lineHeight, paddingLeft } =
        getComputedStyle(listing);
      const backgroundColor = kwindex.background(listing, color);
      const style = { backgroundColor, color, fontFamily, fontSize, lineHeight };
      Object.assign(lines.style, style, { paddingLeft });
      bar.hidden = !found.length;
      bar.style.top = `${top}px`;
      bar.style.left = `${box.left}px`;
      bar.style.width = `${box.width}px`;
      lines.style.setProperty("--kw-left", `${-listing.scrollLeft}px`);
    }

    function later() {
      if (!waits) requestAnimationFrame(update);
      waits = true;
    }

    lines.addEventListener("click", (event) => {
      const line = event.target instanceof Element && event.target.closest("[data-id]");
      if (line instanceof HTMLElement) location.hash = line.dataset.id ?? "";
    });
    listing.addEventListener("scroll", later, { passive: true });
    addEventListener("scroll", later, { passive: true });
    /* Fonts and folds move what is below them. */
    const moved = new ResizeObserver(later);
    for (const one of [listing, document.body]) moved.observe(one);
    kwindex.recoloured(later);
    update();
  }

  for (const listing of document.querySelectorAll("pre.kw-source")) watch(listing);

  /* Back leads to the link that was followed: browsers forget what had the focus. */
  const links = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll("pre.kw-source a"),
  ]);
  const restore = () =>
    links[history.state?.left ?? -1]?.focus({ preventScroll: true });
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("pre.kw-source a");
    const left = link instanceof HTMLElement ? links.indexOf(link) : -1;
    if (left >= 0) history.replaceState({ ...history.state, left }, "");
  });
  addEventListener("pageshow", restore);
  /* On the same page a browser gives it to where the address leads, after this. */
  addEventListener("popstate", () => setTimeout(restore));
  restore();
})();
