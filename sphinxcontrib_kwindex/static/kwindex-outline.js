/* The outline beside a listing: it marks the definition that is read, and a box above it
   finds names. Without it all links work. */
(function () {
  "use strict";

  const SEVERAL = 8; /* fewer names are seen at a glance */

  /**
   * Have an outline follow what is read.
   * @param {HTMLAnchorElement[]} links
   * @param {Element} side what scrolls
   */
  function follow(links, side) {
    const places = /** @type {Map<Element, HTMLAnchorElement>} */ (new Map());
    for (const link of links) {
      const place = decodeURIComponent(link.hash.slice(1));
      for (const id of [place, place.replace(/^src-/, "def-")]) {
        const found = document.getElementById(id);
        if (found && !places.has(found)) places.set(found, link);
      }
    }
    /* The listing stands before what is said of its definitions. */
    const named = [...document.querySelectorAll("[id]")];
    const lines = named.filter((one) => places.has(one));
    /* A section behind a definition is not about it. */
    const sections = [...document.querySelectorAll("section[id]")].reverse();
    /* Where one reads, in pixels: a little below where links lead. */
    const { fontSize, scrollPaddingTop } = getComputedStyle(document.documentElement);
    const reading = 10 * parseFloat(fontSize) + (parseFloat(scrollPaddingTop) || 0);
    let current = /** @type {HTMLAnchorElement | undefined} */ (undefined);

    /** Tell whether something, or its closed fold, begins above there. */
    function above(/** @type {Element} */ line) {
      const fold = line.closest("details:not([open])");
      /* Asked for a line, browsers lay out those around it, seen or not. */
      const group = (fold ?? line.closest(".kw-lines") ?? line).getBoundingClientRect();
      if (fold || group.top > reading) return group.top <= reading;
      return group.bottom <= reading || line.getBoundingClientRect().top <= reading;
    }

    /** Return the last definition that begins above there. */
    function last() {
      let [low, high] = [0, lines.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (above(lines[middle])) low = middle + 1;
        else high = middle;
      }
      const line = lines[low - 1];
      const section = line && sections.find(above);
      const isBehind =
        section &&
        line.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING;
      return line && !isBehind ? places.get(line) : undefined;
    }

    function mark() {
      const now = last();
      if (now === current) return;
      current?.removeAttribute("aria-current");
      current = now;
      if (!now) return;
      now.setAttribute("aria-current", "true");
      /* Within the outline alone: scrollIntoView would move the page. */
      const box = side.getBoundingClientRect();
      const row = now.getBoundingClientRect();
      if (row.top < box.top + row.height || row.bottom > box.bottom - row.height)
        side.scrollTop += row.top - box.top - box.height / 2;
    }

    /* Lines come to where one reads; a jump may pass some unseen. */
    const rootMargin = `0px 0px ${Math.min(0, reading - innerHeight)}px 0px`;
    const observer = new IntersectionObserver(mark, { rootMargin });
    for (const place of [...lines, ...sections]) observer.observe(place);
    addEventListener("scrollend", mark, { passive: true });
  }

  /**
   * Return a box that leaves in an outline what has the letters in its name.
   * @param {HTMLElement} outline
   */
  function filter(outline) {
    /* What is inside is looked at before what holds it. */
    const entries = [...outline.querySelectorAll("li")].reverse();
    const box = document.createElement("input");
    box.type = "search";
    box.className = "kw-outline-filter";
    box.placeholder = kwindex.text("outline.filter");
    box.setAttribute("aria-label", box.placeholder);

    function wanted(/** @type {Element} */ entry) {
      const name = entry.querySelector("a")?.textContent ?? "";
      return name.toLowerCase().includes(box.value.trim().toLowerCase());
    }

    function apply() {
      for (const entry of entries)
        entry.hidden = !wanted(entry) && !entry.querySelector("li:not([hidden])");
    }

    box.addEventListener("input", apply);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && box.value) {
        box.value = "";
        apply();
      } else if (event.key === "Enter" && box.value) {
        entries.filter(wanted).at(-1)?.querySelector("a")?.click();
      }
    });
    return box;
  }

  const outline = /** @type {HTMLElement | null} */ (
    document.querySelector(".kw-side .kw-outline")
  );
  const side = outline?.closest(".kw-side");
  if (!outline || !side) return;
  /* Beside the listing it is open; not every browser shows what is in a closed fold. */
  if (getComputedStyle(side).position === "sticky") side.setAttribute("open", "");
  const links = [...outline.querySelectorAll("a")];
  if (links.length >= SEVERAL) outline.before(filter(outline));
  follow(links, side);
})();
