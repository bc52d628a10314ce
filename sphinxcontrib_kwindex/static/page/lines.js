/* Lines of listings, which stand in groups; each has an element with an id. What an
   address names is marked, and folds around it are opened: a click on a line's number
   sets #L10, with Shift, or by a finger's second tap, #L10-L20; so do Shift and the
   arrow keys. */
(function () {
  "use strict";

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
    if (lines[0].closest("pre")?.dataset.original)
      kwindex.withLinks((tool) => tool.original());
  }

  document.addEventListener("keydown", (event) => {
    const step = event.shiftKey && { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && marked.length && getSelection()?.isCollapsed && kwindex.isOurs(event)) {
      event.preventDefault();
      extend(step);
    } else if (event.key === "y" && kwindex.isOurs(event)) {
      kwindex.withLinks((tool) => tool.copyPlace(marked[0]));
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
    kwindex.withLinks((tool) => tool.tellLines(marked[0], marked[marked.length - 1]));
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

  /** @param {boolean} [arrived] whether it is for the first time */
  function follow(arrived) {
    const name = named();
    const heading =
      arrived && document.getElementById(name.replace(/L\d+$/, "text-$&"));
    if (heading && heading.id !== name) {
      /* Others know the line of a heading, which is read where it is rendered. */
      location.replace(`#${encodeURIComponent(heading.id)}`);
      return;
    }
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
    if (event.shiftKey && kwindex.isPlain(event) && numbered(event))
      event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const clicked = kwindex.isPlain(event) ? numbered(event) : null;
    if (!clicked) return;
    let lines = /** @type {[Element, Element] | null} */ ([clicked, clicked]);
    /* Fingers have no Shift: a second tap, on another line, extends as well. */
    const second = kwindex.touched && marked.length === 1 && marked[0] !== clicked;
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

  window.addEventListener("hashchange", () => follow());
  for (const listing of document.querySelectorAll("pre.kw-source")) {
    /* From here on lines are marked by their class, as :target cannot be taken back. */
    listing.classList.add("kw-scripted");
    if (listing.querySelector('[data-to]:not([data-to=""])'))
      kwindex.once("_static/kwindex-listing.js");
  }
  follow(true);
})();
