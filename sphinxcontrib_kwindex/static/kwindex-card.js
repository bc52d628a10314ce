/* The card of a definition: what it is, where it stands, and where it is used. It comes
   when a pointer rests on its name, when a finger taps on it, and with a key (i, or Alt
   and the arrow down). What it shows is data of the page of the definition, written by
   exports/cards.py; where there is none, names are links and nothing else. */
(function () {
  "use strict";

  const { text, element, dress } = kwindex;
  const NAMES =
    'pre.kw-source a:is([href*="#def-"], [href*="#src-"]), .kw-definition > dt .sig-name';
  /** The addresses of definitions: the documentation of a file has them. */
  const KNOWN = /_docs_*(\.html|\/(index\.html)?)?(\?[^#]*)?#(def|src)-/;
  /* Milliseconds after which a card comes, and goes. */
  const REST = 350;
  const LEAVE = 300;
  /** A card has so many places; it has a button for all. */
  const SHORT = 12;

  const ready = Promise.all([
    kwindex.load("_static/kwindex-uses.js"),
    kwindex.load("_static/kwindex-card.css"),
  ]);

  /**
   * @param {string} name
   * @param {() => void} does
   */
  function button(name, does) {
    const said = text(name);
    const made = element("button", { type: "button" }, said);
    if (name === "card.close") {
      made.setAttribute("aria-label", said);
      made.textContent = "✕";
    }
    made.addEventListener("click", does);
    return made;
  }

  /* Names. */

  function here() {
    return location.href.replace(/#.*$/s, "");
  }

  /**
   * Return the address of the definition that an element of the page names.
   * @param {Element} name
   */
  function addressOf(name) {
    if (name instanceof HTMLAnchorElement) return name.href;
    const id = name.closest(".kw-definition > dt")?.id;
    return id ? `${here()}#${encodeURIComponent(id)}` : "";
  }

  /**
   * Return the name at an element, if something may be known of what it names.
   * @param {EventTarget | null} on
   */
  function nameAt(on) {
    const name = on instanceof Element ? on.closest(NAMES) : null;
    const address = name ? addressOf(name) : "";
    const known = KNOWN.test(address) && address.startsWith(kwindex.root);
    return known ? name : null;
  }

  /** @param {string} address */
  async function find(address) {
    await ready;
    return kwindex.uses?.find(address) ?? null;
  }

  /* The card. */

  let card = /** @type {HTMLElement | null} */ (null); /* that beside a name */
  let pinned = /** @type {HTMLElement | null} */ (null);
  let shownFor = /** @type {Element | null} */ (null);
  let asked = /** @type {Element | null} */ (null); /* on which a pointer rests */
  let title = ""; /* what the browser would show above the card */
  let coming = 0;
  let going = 0;

  /**
   * @param {KwindexFound} found
   * @param {Element} name
   */
  function make(found, name) {
    const about = /** @type {NonNullable<Kwindex["uses"]>} */ (kwindex.uses);
    const [row, ...parts] = about.head(found);
    const total = about.count(found);
    const made = element("div", {
      class: "kw-card notranslate",
      role: "dialog",
      tabindex: "-1",
      "aria-label": about.label(found),
    });
    const pin = button("card.pin", () => {
      if (made === pinned) return drop(made);
      pinned?.remove();
      pinned = made;
      card = null;
      forget();
      made.classList.add("kw-pinned");
      made.removeAttribute("style");
      dress(made);
      pin.setAttribute("aria-pressed", "true");
    });
    pin.setAttribute("aria-pressed", "false");
    const all = button("card.open", () => {
      if (made !== pinned) drop(made);
      openFully(found);
    });
    const close = button("card.close", () => drop(made, name));
    row.append(element("span", { class: "kw-card-buttons" }, pin, all, close));
    made.append(row, ...parts);
    /* That only the name matches, or what else it may be. */
    if (title && title !== about.label(found))
      made.append(element("p", { class: "kw-card-note" }, title));
    made.append(...about.list(found, SHORT));
    if (total > SHORT) {
      const rest = element("button", { type: "button" }, text("card.all"));
      rest.addEventListener("click", () => all.click());
      made.append(element("p", {}, rest));
    }
    made.addEventListener("keydown", (event) => keptInside(event, made, name));
    made.addEventListener("focusout", (event) => {
      const to = /** @type {Node | null} */ (event.relatedTarget);
      if (made === card && to && !made.contains(to)) drop(made);
    });
    return made;
  }

  /** Have focus go on behind the name. @param {KeyboardEvent} event @param {HTMLElement} made @param {Element} name */
  function keptInside(event, made, name) {
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      drop(made, name);
    } else if (event.key === "Tab" && made === card) {
      const stops = [...made.querySelectorAll("a, button")];
      const last = event.shiftKey ? stops[0] : stops.at(-1);
      const on = document.activeElement;
      if (on === last || (on === made && event.shiftKey)) drop(made, name);
    }
  }

  function forget() {
    if (shownFor && title) shownFor.setAttribute("title", title);
    shownFor?.removeAttribute("aria-expanded");
    shownFor = null;
    title = "";
  }

  /** @param {HTMLElement} made @param {Element} [back] where focus goes */
  function drop(made, back) {
    clearTimeout(going);
    const inside = made.contains(document.activeElement);
    made.remove();
    if (made === pinned) pinned = null;
    if (made === card) {
      card = null;
      forget();
    }
    const stop = back?.closest("a") ?? back?.closest("dt")?.querySelector("a");
    if (inside && stop?.isConnected) stop.focus({ preventScroll: true });
  }

  /**
   * Put the card below a name or above it, where there is more room.
   * @param {HTMLElement} made
   * @param {Element} name
   */
  function place(made, name) {
    const box = name.getClientRects()[0] ?? name.getBoundingClientRect();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const below = height - box.bottom;
    const up = below < Math.min(box.top, 320);
    made.style.maxHeight = `${Math.max(Math.min((up ? box.top : below) - 12, 480), 120)}px`;
    Object.assign(made.style, { left: "0", top: "0" });
    const own = made.getBoundingClientRect();
    const left = Math.max(Math.min(box.left, width - own.width - 8), 8);
    const top = up ? box.top - own.height - 4 : box.bottom + 4;
    made.style.left = `${left - own.left}px`;
    made.style.top = `${top - own.top}px`;
  }

  /**
   * Show the card of a name.
   * @param {Element} name
   * @param {boolean} focus
   * @returns {Promise<boolean>} whether there is one
   */
  async function show(name, focus) {
    asked = name;
    const found = await find(addressOf(name));
    /* The pointer may have gone on. */
    if (!found || asked !== name || !name.isConnected) return !!found;
    if (card) drop(card);
    clearTimeout(going);
    shownFor = name;
    /* It would lie above the card. */
    title = name.getAttribute("title") ?? "";
    name.removeAttribute("title");
    if (name instanceof HTMLAnchorElement) name.setAttribute("aria-expanded", "true");
    card = make(found, name);
    document.body.append(card);
    dress(card);
    place(card, name);
    if (focus) card.focus({ preventScroll: true });
    return true;
  }

  function leave() {
    clearTimeout(going);
    going = window.setTimeout(() => {
      if (card && !card.contains(document.activeElement)) drop(card);
    }, LEAVE);
  }

  /** @param {Element} on */
  function rest(on) {
    clearTimeout(coming);
    asked = nameAt(on);
    const name = asked;
    if (name) coming = window.setTimeout(() => show(name, false), REST);
  }

  /** @param {PointerEvent} event */
  function moved(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const on = event.target;
    clearTimeout(coming);
    const name = nameAt(on);
    if ((name && name === shownFor) || (on instanceof Node && card?.contains(on))) {
      clearTimeout(going);
      return;
    }
    asked = name;
    if (card) leave();
    if (!name || card?.contains(document.activeElement)) return;
    rest(name);
  }

  document.addEventListener("pointerover", moved);
  document.documentElement.addEventListener("pointerleave", () => {
    clearTimeout(coming);
    asked = null;
    if (card) leave();
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(coming);
    if (card && event.target instanceof Node && !card.contains(event.target)) {
      if (nameAt(event.target) !== shownFor) drop(card);
    }
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      if (event.key === "Escape" && card) {
        const back = card.contains(document.activeElement) ? shownFor : null;
        drop(card, back ?? undefined);
      } else if (event.altKey ? event.key === "ArrowDown" : event.key === "i") {
        const on = document.activeElement;
        const entry = on?.closest(".kw-definition > dt")?.querySelector(".sig-name");
        const name = nameAt(on) ?? nameAt(entry ?? null);
        if (!name) return;
        show(name, true);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  document.addEventListener("focusin", (event) => {
    const name = nameAt(event.target);
    if (!(name instanceof HTMLAnchorElement)) return;
    name.setAttribute("aria-haspopup", "dialog");
    name.setAttribute("aria-keyshortcuts", "i Alt+ArrowDown");
  });

  /* All uses. */

  /** @param {KwindexFound} found */
  function openFully(found) {
    const about = /** @type {NonNullable<Kwindex["uses"]>} */ (kwindex.uses);
    const [row, ...parts] = about.head(found);
    const filter = element("input", {
      type: "search",
      "aria-label": text("card.filter"),
      placeholder: text("card.filter"),
      autocomplete: "off",
      spellcheck: "false",
    });
    const status = element("p", { role: "status", class: "kw-card-status" });
    const list = element("div", { class: "kw-card-all" });
    const dialog = element("dialog", {
      class: "kw-card kw-card-full notranslate",
      "aria-label": about.label(found),
    });
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @param {boolean} back whether focus goes where it was */
    function shut(back) {
      document.removeEventListener("pointerdown", outside);
      dialog.remove();
      if (back && before?.isConnected) before.focus({ preventScroll: true });
    }
    /** @param {Event} event */
    function outside(event) {
      if (event.target instanceof Node && !dialog.contains(event.target)) shut(false);
    }
    const close = button("card.close", () => shut(true));
    row.append(element("span", { class: "kw-card-buttons" }, close));
    list.append(...about.list(found, Infinity));
    const top = element("div", { class: "kw-card-top" }, row, ...parts);
    if (list.querySelector("section")) top.append(filter);
    dialog.append(top, list, status);
    filter.addEventListener("input", () => {
      const number = about.sift(list, filter.value);
      status.textContent = filter.value.trim() ? text("card.found", { number }) : "";
    });
    dialog.addEventListener("click", (event) => {
      /* On this page a link leads to what is behind the dialog. */
      const link = event.target instanceof Element && event.target.closest("a");
      if (
        link &&
        !event.ctrlKey &&
        !event.metaKey &&
        link.href.startsWith(`${here()}#`)
      )
        shut(false);
    });
    dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const stops = [...dialog.querySelectorAll("a, button, input")].filter(
        (one) => !one.closest("[hidden]"),
      );
      const [from, to] = event.shiftKey
        ? [stops[0], stops.at(-1)]
        : [stops.at(-1), stops[0]];
      if (event.key === "Escape") shut(true);
      else if (event.key === "Tab" && document.activeElement === from)
        /** @type {HTMLElement} */ (to).focus();
      else return;
      event.preventDefault();
    });
    document.querySelector("dialog.kw-card-full")?.remove();
    document.body.append(dialog);
    dress(dialog);
    /* A modal one would have browsers compute the style of all elements: on a long
       listing that takes them a second, and another one at its end. */
    dialog.show();
    document.addEventListener("pointerdown", outside);
    (filter.isConnected ? filter : close).focus();
  }

  kwindex.card = {
    async open(target) {
      const address = typeof target === "string" ? target : addressOf(target);
      const found = await find(address);
      if (found) openFully(found);
      else if (address) location.assign(address);
    },

    rest,

    async tap(name) {
      /* The second time it is a link. */
      return name !== shownFor && !!nameAt(name) && show(name, false);
    },
  };
})();
