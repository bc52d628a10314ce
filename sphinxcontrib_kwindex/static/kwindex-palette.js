/* The dialog that leads to files and definitions, and what the keys of a page do. */
(function () {
  "use strict";

  const { text, root, element, dress } = kwindex;
  /** So many results are shown. */
  const MOST = 50;
  const OFF = "kwindex-keys"; /* where kwindex.js looks, too */

  /** The keys, for the help; those of the dialog are its own. */
  const HELP = [
    ["s", "palette.title"],
    ["t", "palette.files"],
    ["l", "palette.lines"],
    ["u", "palette.uses"],
    ["i", "palette.card"],
    ["y", "palette.copy"],
    ["Shift+↑ ↓", "palette.extend"],
    ["?", "palette.help"],
    ["↑ ↓", "palette.move"],
    ["Enter", "palette.enter"],
    ["Ctrl+Enter", "palette.tab"],
    ["Shift+Enter", "palette.about"],
    ["Esc", "palette.close"],
  ];

  /** Return what the reader chose; a browser may keep nothing. @param {string} key */
  function kept(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  /* The letters before a colon that stand for a kind: as many of its name as are needed,
     in English and in the language of the pages. */

  /** @param {string} letters */
  function kindOf(letters) {
    const asked = letters.toLowerCase();
    if (asked === "t")
      return (/** @type {string} */ kind) => /^f(ile|older)$/.test(kind);
    const chosen = (names?.kinds() ?? []).filter(
      (kind) =>
        (asked.length > 1 || !/^f(ile|older)$/.test(kind)) &&
        (kind.startsWith(asked) || word(kind).toLowerCase().startsWith(asked)),
    );
    return chosen.length ? (/** @type {string} */ kind) => chosen.includes(kind) : null;
  }

  /** Return the fewest letters that stand for a kind. @param {string} kind */
  function lettersOf(kind) {
    const whole = word(kind).toLowerCase();
    for (let number = 1; number < whole.length; number++) {
      const letters = whole.slice(0, number);
      const means = letters === "t" ? null : kindOf(letters);
      if (means && names?.kinds().filter(means).length === 1) return letters;
    }
    return whole;
  }

  /** @param {string} kind */
  function word(kind) {
    return text(`kind.${kind}`);
  }

  let names = /** @type {Kwindex["names"]} */ (undefined);
  let state = "palette.loading";
  let chosen = -1;
  let planned = 0;

  const input = element("input", {
    type: "text",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": "kw-results",
    "aria-expanded": "false",
    "aria-label": text("palette.name"),
    placeholder: text("palette.title"),
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
  });
  const help = button("?", "palette.help");
  const close = button("✕", "palette.close");
  const kinds = element("div", { class: "kw-kinds" });
  const results = element("div", {
    id: "kw-results",
    role: "listbox",
    "aria-label": text("palette.list"),
  });
  const status = element("p", { class: "kw-status", role: "status" });
  const head = element("div", { class: "kw-head" }, input, help, close);
  const palette = element(
    "dialog",
    { class: "kw-tool kw-palette notranslate", "aria-label": text("palette.title") },
    head,
    kinds,
    results,
    status,
  );

  /**
   * @param {string} sign
   * @param {string} name
   */
  function button(sign, name) {
    /* With a title as well, readers would hear it twice. */
    return element("button", { type: "button", "aria-label": text(name) }, sign);
  }

  /** Return the options of the list. */
  function options() {
    return /** @type {HTMLCollectionOf<HTMLAnchorElement>} */ (results.children);
  }

  /** @param {number} number */
  function choose(number) {
    options()[chosen]?.setAttribute("aria-selected", "false");
    const count = options().length;
    chosen = count ? (number + count) % count : -1;
    const option = options()[chosen];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest", behavior: "instant" });
    input.setAttribute("aria-activedescendant", option.id);
  }

  /**
   * @param {string} address
   * @param {string} kind
   * @param {(Node | string)[]} name
   * @param {string} path
   * @param {string} [about] where it is described, for what is not used by others
   */
  function option(address, kind, name, path, about = "") {
    const made = element(
      "a",
      { href: address, role: "option", "aria-selected": "false", tabindex: "-1" },
      element("span", { class: "kw-kind" }, kind),
      element("bdi", { class: "kw-name", dir: "ltr" }, ...name),
      element("bdi", { class: "kw-where", dir: "ltr" }, path),
    );
    made.id = `kw-result-${results.childElementCount}`;
    made.dataset.about = about;
    results.append(made);
  }

  /**
   * @param {KwindexName} entry
   * @param {string} query
   */
  function result(entry, query) {
    const letters = names?.letters(query, entry.name) ?? new Set();
    const parts = /** @type {(Node | string)[]} */ ([]);
    for (let at = 0, end; at < entry.name.length; at = end) {
      end = at + 1;
      while (end < entry.name.length && letters.has(end) === letters.has(at)) end++;
      const part = entry.name.slice(at, end);
      parts.push(letters.has(at) ? element("b", {}, part) : part);
    }
    const { path } = entry.place;
    const above = path.slice(0, path.replace(/\/$/, "").lastIndexOf("/") + 1);
    const inside = entry.kind === "file" || entry.kind === "folder";
    const folder = entry.kind === "folder" ? (entry.place.about ?? entry.address) : "";
    const about = folder && root + folder;
    option(root + entry.address, word(entry.kind), parts, inside ? above : path, about);
  }

  /** Show what the text in the input asks for. */
  function show() {
    const [, letters, rest] = /^\s*(?:(\p{L}+):(?!:))?(.*)$/u.exec(input.value) ?? [];
    const lines = /^\s*:(\d*)(?:-(\d+))?$/.exec(input.value);
    const filter = letters ? kindOf(letters) : null;
    const query = (filter || !letters ? rest : input.value).trim();
    const wanted = filter ?? (() => true);
    results.replaceChildren();
    for (const one of kinds.children) {
      const on = filter?.(one.getAttribute("data-kind") ?? "") ?? false;
      one.setAttribute("aria-pressed", String(on));
    }
    let shown = text(state);
    if (lines) {
      shown = lineOptions(lines[1], lines[2]);
    } else if (query || filter) {
      const found = names?.search(query, wanted, MOST) ?? { found: [], total: 0 };
      for (const entry of found.found) result(entry, query);
      /* It knows names alone; the search of the site knows what is said of them. */
      const site = document.querySelector("link[rel=search]:not([type])");
      if (
        query &&
        state !== "palette.loading" &&
        !found.total &&
        site instanceof HTMLLinkElement
      )
        option(
          `${site.href}?q=${encodeURIComponent(query)}`,
          "",
          [text("palette.search", { query })],
          "",
        );
      const number = found.total.toLocaleString(
        document.documentElement.lang || undefined,
      );
      const count = text(found.total ? "palette.results" : "palette.nothing", {
        number,
      });
      shown = [count, text(state)].filter(Boolean).join(" · ");
    } else {
      for (const address of recent()) {
        const entry = names?.at(address);
        if (entry) result(entry, "");
      }
      if (options().length) shown ||= text("palette.recent");
    }
    /* What is counted while names arrive is for the eye alone. */
    status.setAttribute("aria-busy", String(state === "palette.loading"));
    if (status.textContent !== shown) status.textContent = shown;
    input.setAttribute("aria-expanded", String(options().length > 0));
    chosen = -1;
    choose(0);
  }

  /** Return what was visited, last first, without this page as it is. */
  function recent() {
    try {
      const visited = JSON.parse(kept(`kwindex-recent:${root}`) ?? "[]");
      return visited.filter((/** @type {unknown} */ one) => typeof one === "string");
    } catch {
      return [];
    }
  }

  /**
   * Offer lines of the listing of the page, and return what there is to be said.
   * @param {string} first
   * @param {string | undefined} last
   */
  function lineOptions(first, last) {
    const lines = [...document.querySelectorAll(kwindex.LINE)];
    if (!lines.length) return text("palette.unlisted");
    /** @param {{id: string}} line */
    const number = ({ id }) => Number(/\d*$/.exec(id)?.[0]);
    /* The cells of a notebook have some of its lines. */
    const before = lines.filter((line) => number(line) <= Number(first));
    const { id } = before[before.length - 1] ?? lines[0];
    const least = number({ id });
    const count = number(lines[lines.length - 1]);
    const most = last ? `-${last}` : "";
    if (first)
      option(
        `#${id}${most && `-L${last}`}`,
        text("palette.line"),
        [`${least}${most}`],
        "",
      );
    return `${text("palette.line")} 1–${count}`;
  }

  /**
   * Open a result.
   * @param {HTMLAnchorElement} link
   * @param {"" | "apart" | "about"} [how] in a new tab, or its uses
   */
  function follow(link, how = "") {
    if (how === "apart") {
      window.open(link.href, "_blank", "noopener");
      return;
    }
    palette.close();
    const about = how && link.dataset.about;
    if (how && !about) showUses(link.href);
    else location.assign(about || link.href);
  }

  /**
   * Keep keys from the page while a dialog is open; the focus stays in it for a moment
   * when it is closed.
   * @param {KeyboardEvent} event
   */
  function keep(event) {
    const dialog = /** @type {HTMLDialogElement} */ (event.currentTarget);
    if (dialog.open) event.stopPropagation();
  }

  /** @param {HTMLDialogElement} dialog */
  function open(dialog) {
    if (!dialog.isConnected) document.body.append(dialog);
    dress(dialog);
    if (!dialog.open) dialog.showModal();
  }

  /** @param {string} query */
  async function find(query) {
    open(palette);
    input.value = query;
    input.setSelectionRange(query.length, query.length);
    input.focus();
    show();
    if (names) return;
    await kwindex.load("_static/kwindex-names.js");
    /* It may be closed and opened once more meanwhile. */
    if (names) return;
    names = kwindex.names;
    let complete = false;
    try {
      complete = (await names?.load(later)) ?? false;
    } catch {
      /* The list is missing. */
    }
    state = complete ? "" : "palette.incomplete";
    for (const kind of names?.kinds() ?? []) {
      if (kind === "folder") continue;
      const attributes = { type: "button", "data-kind": kind, "aria-pressed": "false" };
      const letters = kind === "file" ? "t" : lettersOf(kind);
      const key = element("kbd", {}, `${letters}:`);
      kinds.append(element("button", attributes, word(kind), " ", key));
    }
    show();
  }

  /** Show the results once for all names that arrive together. */
  function later() {
    cancelAnimationFrame(planned);
    planned = requestAnimationFrame(show);
  }

  kinds.addEventListener("click", (event) => {
    const one = /** @type {Element} */ (event.target).closest("button");
    if (!one) return;
    const on = one.getAttribute("aria-pressed") === "true";
    const rest = input.value.replace(/^\s*\p{L}*:/u, "");
    const kind = one.getAttribute("data-kind") ?? "";
    input.value = on ? rest : `${kind === "file" ? "t" : word(kind)}:${rest}`;
    input.focus();
    show();
  });
  results.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (link && plain) {
      event.preventDefault();
      follow(link);
    }
  });
  input.addEventListener("input", show);
  help.addEventListener("click", showHelp);
  close.addEventListener("click", () => palette.close());
  palette.addEventListener("click", (event) => {
    if (event.target === palette) palette.close();
  });
  palette.addEventListener("keydown", (event) => {
    keep(event);
    if (event.isComposing || event.target !== input) return;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = Object.hasOwn(steps, event.key)
      ? steps[/** @type {"ArrowUp"} */ (event.key)]
      : 0;
    if (step) {
      const last = options().length - 1;
      const next = chosen + step;
      choose(Math.abs(step) > 1 ? Math.min(Math.max(next, 0), last) : next);
    } else if (event.key === "Enter") {
      const link = options()[chosen];
      const apart = event.ctrlKey || event.metaKey;
      if (link) follow(link, apart ? "apart" : event.shiftKey ? "about" : "");
    } else return;
    event.preventDefault();
  });

  /* Help. */

  let sheet = /** @type {HTMLDialogElement | null} */ (null);

  function makeHelp() {
    const rows = element("dl");
    for (const [keys, name] of HELP) {
      rows.append(element("dt", {}, element("kbd", {}, keys)));
      rows.append(element("dd", {}, text(name)));
    }
    rows.append(element("dt", {}, element("kbd", {}, "c: t:")));
    rows.append(element("dd", {}, text("palette.filter")));
    rows.append(element("dt", {}, element("kbd", {}, ":10-20")));
    rows.append(element("dd", {}, text("palette.range")));
    const box = element("input", { type: "checkbox" });
    box.checked = kept(OFF) !== "off";
    box.addEventListener("change", () => {
      try {
        if (box.checked) localStorage.removeItem(OFF);
        else localStorage.setItem(OFF, "off");
      } catch {
        box.checked = true;
      }
    });
    const shut = button("✕", "palette.close");
    const title = element("h2", {}, text("palette.help"));
    const label = element("label", {}, box, " ", text("palette.switch"));
    const dialog = element(
      "dialog",
      { class: "kw-tool kw-help notranslate", "aria-label": text("palette.help") },
      element("div", { class: "kw-head" }, title, shut),
      rows,
      element("p", {}, label),
    );
    shut.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("keydown", keep);
    return dialog;
  }

  function showHelp() {
    sheet ??= makeHelp();
    open(sheet);
  }

  /* Uses. */

  /** @param {Element | string} target a name, or the address of something */
  async function showUses(target) {
    try {
      await kwindex.load("_static/kwindex-card.js");
      kwindex.card?.open(target);
    } catch {
      /* Its description says it, too. */
      location.assign(target instanceof HTMLAnchorElement ? target.href : `${target}`);
    }
  }

  /**
   * Return the address of the definition that is looked at, or of the page of a file;
   * empty on other pages, of which no uses are known.
   */
  function addressed() {
    if (!document.querySelector("pre.kw-source")) return "";
    const [page, fragment = ""] = location.href.split("#", 2);
    try {
      const id = decodeURIComponent(fragment);
      const ids = [id, id.replace(/(^|-)src-/, "$1def-")];
      const known = /(^|-)(def|src)-/.test(id);
      if (known && ids.some((one) => document.getElementById(one)))
        return location.href;
    } catch {
      /* It is no id. */
    }
    return page;
  }

  /** @returns {HTMLAnchorElement | null | undefined} */
  function focused() {
    return document.activeElement?.closest("pre.kw-source a[href]");
  }

  /** @returns {HTMLAnchorElement | null} */
  function hovered() {
    return document.querySelector("pre.kw-source a[href]:hover");
  }

  kwindex.palette = {
    press(key, typed) {
      if (key === "u") {
        const target = focused() ?? hovered() ?? addressed();
        if (target) showUses(target);
      } else if (key === "?") showHelp();
      else find(({ t: "t:", l: ":" }[key] ?? "") + typed);
    },
  };
})();
