/* Filters the lists of a page, or of a fold, while one types in the box that kwindex.js
   puts above them: by words, and by what the entries say of themselves in data-kw
   (pages/definition_facts.py). The address keeps it. */
(function () {
  "use strict";

  /* By their names in addresses: a letter, and whether an entry has it. Of those with the
     same group one is enough. */
  const FACTS =
    /** @type {[name: string, group: string, letter: string, has: boolean][]} */ ([
      ["public", "p", "p", true],
      ["private", "p", "p", false],
      ["documented", "d", "d", true],
      ["undocumented", "d", "d", false],
      ["tested", "t", "t", true],
      ["untested", "t", "n", true],
      ["unused", "u", "u", true],
    ]);
  const KINDS = kwindex.text("filter.kinds").split(" ");
  const LISTS = "ul.kw-entries, ul.kw-entries ul";

  /**
   * An entry of a list.
   * @typedef {object} Entry
   * @property {HTMLElement} item
   * @property {string} text what words are looked for in: with what it stands below
   * @property {string} kind
   * @property {string | null} letters null where nothing is said of it
   * @property {boolean} leaf whether it holds no others
   * @property {Element[]} around what holds it
   */
  /**
   * A button that filters.
   * @typedef {object} Choice
   * @property {string} name in the address
   * @property {string} group
   * @property {(entry: Entry) => boolean} accepts
   * @property {HTMLButtonElement} button
   * @property {Text} count
   */

  /**
   * Return a text as it is compared.
   * @param {string} text
   */
  function folded(text) {
    return text.normalize("NFKC").toLowerCase();
  }

  /**
   * Return what stands in an entry itself, and not in the entries below it.
   * @param {Element} item
   */
  function ownText(item) {
    const nodes = [...item.childNodes].filter((node) => node.nodeName !== "UL");
    return nodes.map((node) => node.textContent).join(" ");
  }

  /**
   * Return kind and letters of an entry.
   * @param {HTMLElement} item
   * @returns {[string, string | null]}
   */
  function facts(item) {
    const told = item.dataset.kw;
    if (told === undefined) {
      return [item.querySelector(":scope > .kw-kind")?.textContent ?? "", null];
    }
    const [, letters, number, type] = /^([a-z]*)(\d*) ?(.*)$/.exec(told) ?? [];
    return [number ? KINDS[Number(number)] : type, letters];
  }

  /** @param {string} kind */
  function kindLabel(kind) {
    const name = `kind.${kind}`;
    const text = kwindex.text(name);
    return text === name ? kind : text;
  }

  /** What one list, or the lists of a page, can be filtered by. */
  class Filter {
    /**
     * @param {HTMLElement} bar with the box in it
     * @param {Element[]} parts what holds the lists
     * @param {string} key of the fold in the address, empty for the page
     */
    constructor(bar, parts, key) {
      this.bar = bar;
      this.key = key;
      this.box = /** @type {HTMLInputElement} */ (bar.querySelector("input"));
      this.entries = /** @type {Entry[]} */ ([]);
      this.known = /** @type {Map<Element, Entry>} */ (new Map());
      this.holders = /** @type {Map<Element, number>} */ (new Map());
      this.opened = /** @type {Set<HTMLDetailsElement>} */ (new Set());
      for (const part of parts) this.read(part);
      this.leaves = this.entries.filter((entry) => entry.leaf);
      this.choices = /** @type {Choice[]} */ ([]);
      this.pressed = /** @type {Set<Choice>} */ (new Set());
      this.status = document.createElement("p");
      this.status.setAttribute("role", "status");
      bar.append(this.status);
      if (!key) this.addFind();
      this.addChoices();
      this.timer = 0;
      this.frame = 0;
      this.box.addEventListener("input", () => this.soon());
      bar.addEventListener("keydown", (event) => this.typed(event));
      this.fromAddress();
      addEventListener("hashchange", () => this.showTarget());
    }

    /**
     * Read the entries of the lists in an element.
     * @param {Element} part
     */
    read(part) {
      const whole = [part, ...part.querySelectorAll("ul")];
      for (const list of whole.filter((one) => one.matches(LISTS))) {
        const above = this.known.get(/** @type {Element} */ (list.parentElement));
        const around = this.holdersOf(list, part);
        for (const one of around) this.holders.set(one, 0);
        for (const item of /** @type {Iterable<HTMLElement>} */ (list.children)) {
          const [kind, letters] = facts(item);
          const text = `${above?.text ?? ""} ${folded(ownText(item))}`;
          const leaf = !item.querySelector("ul");
          const entry = { item, text, kind, letters, leaf, around };
          this.entries.push(entry);
          this.known.set(item, entry);
        }
      }
    }

    /**
     * Return what goes when all entries of a list do, its headings too.
     * @param {Element} list
     * @param {Element} part
     */
    holdersOf(list, part) {
      const found = [];
      let one = /** @type {Element | null} */ (list);
      for (; one && !one.contains(this.bar); one = one.parentElement) {
        /* Those that hold it are filtered as entries. */
        if (!one.matches("li")) found.push(one);
        let head = one.previousElementSibling;
        while (head?.matches(`${LISTS}, details`)) {
          head = head.previousElementSibling;
        }
        if (head?.matches(".rubric")) found.push(head);
        if (one === part) break;
      }
      return found;
    }

    addChoices() {
      const kinds = [...new Set(this.leaves.map((entry) => entry.kind))];
      kinds.sort((one, other) => KINDS.indexOf(one) - KINDS.indexOf(other));
      for (const kind of kinds.length > 1 ? kinds.filter(Boolean) : []) {
        this.addChoice(kind, "kind", kindLabel(kind), (entry) => entry.kind === kind);
      }
      for (const [name, group, letter, has] of FACTS) {
        /* Where nothing is tested, that is no news. */
        if (name === "untested" && !this.choices.some((one) => one.name === "tested"))
          continue;
        this.addChoice(
          name,
          group,
          kwindex.text(`filter.${name}`),
          (entry) => entry.letters?.includes(letter) === has,
        );
      }
    }

    /**
     * Add a button, if some entries are chosen by it and some are not.
     * @param {string} name
     * @param {string} group
     * @param {string} label
     * @param {(entry: Entry) => boolean} accepts
     */
    addChoice(name, group, label, accepts) {
      const number = this.leaves.filter(accepts).length;
      if (!number || number === this.leaves.length) return;
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", "false");
      const count = document.createTextNode("");
      const shown = document.createElement("span");
      shown.append(count);
      button.append(label, " ", shown);
      const choice = { name, group, accepts, button, count };
      button.addEventListener("click", () => {
        this.press(choice, !this.pressed.has(choice));
        this.change();
      });
      this.choices.push(choice);
      let row = this.bar.querySelector(`[data-group="${group}"]`);
      if (!row) {
        row = document.createElement("div");
        row.setAttribute("data-group", group);
        this.bar.append(row);
      }
      row.append(button);
    }

    /** Lead to all names, where there is a dialog for that. */
    addFind() {
      if (!document.querySelector("script[data-find]")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = kwindex.text("filter.all");
      button.addEventListener("click", async () => {
        await Promise.all([
          kwindex.load("_static/kwindex-tools.css"),
          kwindex.load("_static/kwindex-palette.js"),
        ]);
        kwindex.palette?.press("s", this.box.value);
      });
      this.bar.append(button);
    }

    /**
     * @param {Choice} choice
     * @param {boolean} on
     */
    press(choice, on) {
      choice.button.setAttribute("aria-pressed", String(on));
      if (on) this.pressed.add(choice);
      else this.pressed.delete(choice);
    }

    /** Filter when the next picture is drawn: keys may come faster. */
    soon() {
      this.frame ||= requestAnimationFrame(() => {
        this.frame = 0;
        this.change();
      });
    }

    clear() {
      this.box.value = "";
      for (const choice of this.choices) this.press(choice, false);
      this.change();
    }

    change() {
      this.apply();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.toAddress(), 250);
    }

    /** Show what is asked for. */
    apply() {
      const words = folded(this.box.value).split(/\s+/).filter(Boolean);
      const active = words.length > 0 || this.pressed.size > 0;
      const groups = /** @type {Map<string, Choice[]>} */ (new Map());
      for (const choice of this.pressed) {
        groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
      }
      const counts = new Map(this.choices.map((choice) => [choice, 0]));
      for (const holder of this.holders.keys()) this.holders.set(holder, 0);
      let hits = 0;
      for (const entry of this.leaves) {
        const refused = words.every((word) => entry.text.includes(word))
          ? [...groups.keys()].filter(
              (group) => !groups.get(group)?.some((choice) => choice.accepts(entry)),
            )
          : null;
        const hit = refused?.length === 0;
        hide(entry.item, !hit);
        if (hit) {
          hits += 1;
          for (const one of entry.around) {
            this.holders.set(one, (this.holders.get(one) ?? 0) + 1);
          }
        }
        /* A button says how many there are with what the others ask for. */
        for (const choice of refused && refused.length < 2 ? this.choices : []) {
          const [other] = refused ?? [];
          if ((hit || other === choice.group) && choice.accepts(entry))
            counts.set(choice, (counts.get(choice) ?? 0) + 1);
        }
      }
      for (const [holder, number] of this.holders) this.show(holder, number, active);
      /* What is inside is looked at before what holds it. */
      for (const { item, leaf } of [...this.entries].reverse()) {
        if (!leaf) hide(item, !item.querySelector("li:not([hidden])"));
      }
      for (const choice of this.choices) {
        choice.count.data = String(counts.get(choice));
      }
      const values = { number: hits, all: this.leaves.length };
      this.status.textContent = kwindex.text("filter.shown", values);
    }

    /**
     * Show what holds entries, and open it, or leave it as it was.
     * @param {Element} holder
     * @param {number} number of entries that are shown in it
     * @param {boolean} active whether anything is asked for
     */
    show(holder, number, active) {
      hide(holder, !number);
      if (!(holder instanceof HTMLDetailsElement)) return;
      if (active && number && !holder.open) {
        holder.open = true;
        this.opened.add(holder);
      } else if (!active && this.opened.delete(holder)) {
        holder.open = false;
      }
    }

    /** Write what is asked for into the address. */
    toAddress() {
      const address = new URL(location.href);
      const told = address.searchParams;
      for (const name of ["q", "kind", "is", "of"]) told.delete(name);
      const pressed = this.choices.filter((choice) => this.pressed.has(choice));
      const kinds = pressed.filter(({ group }) => group === "kind");
      const others = pressed.filter(({ group }) => group !== "kind");
      if (this.box.value.trim()) told.set("q", this.box.value.trim());
      if (kinds.length) told.set("kind", kinds.map(({ name }) => name).join());
      if (others.length) told.set("is", others.map(({ name }) => name).join());
      if (this.key && told.size) told.set("of", this.key);
      if (address.href === location.href) return;
      try {
        history.replaceState(history.state, "", address);
      } catch {
        /* Browsers refuse that where it comes too often. */
      }
    }

    fromAddress() {
      const told = new URLSearchParams(location.search);
      if ((told.get("of") ?? "") === this.key) {
        this.box.value ||= told.get("q") ?? "";
        const kinds = told.get("kind")?.split(",") ?? [];
        const others = told.get("is")?.split(",") ?? [];
        for (const choice of this.choices) {
          const named = choice.group === "kind" ? kinds : others;
          if (named.includes(choice.name)) this.press(choice, true);
        }
      }
      /* Something may have been typed before this script was there. */
      if (this.box.value) this.change();
      else this.apply();
    }

    /** What an address leads to is shown. */
    showTarget() {
      const target = document.querySelector(":target");
      const hidden = target?.closest("[hidden]");
      if (hidden && (this.known.has(hidden) || this.holders.has(hidden))) {
        this.clear();
        target?.scrollIntoView({ behavior: "instant" });
      }
    }

    /** @param {KeyboardEvent} event */
    typed(event) {
      if (event.isComposing) return;
      if (event.key === "Escape" && (this.box.value || this.pressed.size)) {
        event.preventDefault();
        this.clear();
        this.box.focus();
      } else if (event.key === "Enter" && event.target === this.box) {
        event.preventDefault();
        const first = this.leaves.find(({ item }) => !item.hidden);
        first?.item.querySelector("a")?.focus();
      }
    }
  }

  /**
   * @param {Element} element
   * @param {boolean} hidden
   */
  function hide(element, hidden) {
    if (element instanceof HTMLElement && element.hidden !== hidden) {
      element.hidden = hidden;
    }
  }

  kwindex.filter = (bar, parts, key) => {
    new Filter(bar, parts, key);
  };
})();
