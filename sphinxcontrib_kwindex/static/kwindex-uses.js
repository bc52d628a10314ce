/* What is said of a definition or a file: what it is, where it stands, and where it is
   used; from the data of its page, which exports/cards.py writes. */
(function () {
  "use strict";

  /** @typedef {{ file: KwindexPage[2][0], places: KwindexUse[] }} Group */

  const { text, root, element } = kwindex;
  const BY_NAME = 8; /* as in exports/cards.py */
  const CALLED = 1; /* as in model/references.py */
  const BASE = 3;

  /* What is known. */

  function here() {
    return location.href.replace(/#.*$/s, "");
  }

  /**
   * Return the page of an address, the key of its data, and the id of a definition
   * without what tells the listing from the description, empty for that of a file; null
   * for other addresses.
   * @param {string} address
   */
  function parsed(address) {
    const [page, fragment = ""] = address.split("#", 2);
    try {
      const name = /^(?:(def|src)-(.+))?$/s.exec(decodeURIComponent(fragment));
      if (!name || !page.startsWith(root)) return null;
      const path = decodeURIComponent(page.slice(root.length).replace(/\?.*$/s, ""));
      const key = path.replace(/\.html$|\/(index\.html)?$/, "");
      return { page, key, id: name[2] ?? "", source: name[1] ?? "" };
    } catch {
      return null;
    }
  }

  /** @param {KwindexDefinition} definition */
  function idOf([, qualname, id]) {
    return id ? id.replace(/^def-/, "") : kwindex.idOf(qualname);
  }

  /**
   * Return what is known of the definition or the file at an address.
   * @param {string} address
   * @returns {Promise<KwindexFound | null>}
   */
  async function find(address) {
    const asked = parsed(address);
    if (!asked) return null;
    try {
      const data = /** @type {KwindexPage} */ (
        await kwindex.data(`pages/${asked.key}`)
      );
      const { page, id, source } = asked;
      if (!id) return { data, page, source };
      const definition = data[3].find((one) => idOf(one) === id);
      return definition ? { data, definition, page, source } : null;
    } catch {
      /* Missing, or of another version: names are links. */
      return null;
    }
  }

  /* What is shown. */

  /**
   * Return the fragment of the description of a definition, or else of its place in the
   * listing, where pages have them.
   * @param {KwindexPage} data
   * @param {string} id
   */
  function described([, has], id) {
    const place = has & 2 ? "def" : "src";
    return has ? `#${encodeURIComponent(`${place}-${id}`)}` : "";
  }

  /**
   * @param {string} kind
   * @param {string} name
   * @param {string} href
   */
  function title(kind, name, href) {
    const type = element("span", { class: "kw-kind" }, text(`kind.${kind}`));
    const link = element("a", { class: "kw-card-name", href }, name);
    return element("p", { class: "kw-card-title" }, type, " ", link);
  }

  /** @param {KwindexFound} found */
  function head({ data, definition, page, source }) {
    const [path, has] = data;
    if (!definition) return [title("file", path, page)];
    const [kind, qualname, , line, , labels, signature, summary] = definition;
    const head = definition[13];
    const id = idOf(definition);
    const own = page === here();
    const listed = own ? !!document.getElementById(`src-${id}`) : source === "src";
    const lines = has & 1 ? `${page}#L${line}` : "";
    const description = page + described(data, id);
    const inListing = `${page}#${encodeURIComponent(`src-${id}`)}`;
    const to = listed ? inListing : (own && lines) || description;
    const parts = [title(kind, qualname, to)];
    if (labels || signature || head) {
      const short = qualname.slice(kwindex.lastPart(qualname));
      const before = labels ? `${labels} ` : "";
      const code = element("code", {}, head || before + short + signature);
      parts.push(element("p", { class: "kw-card-signature" }, code));
    }
    if (summary) parts.push(element("p", {}, summary));
    const where = element("p", { class: "kw-card-where" });
    const place = `${path}, ${text("card.line", { number: line })}`;
    where.append(lines ? element("a", { href: lines }, place) : place);
    if (has & 2)
      where.append(
        " · ",
        element("a", { href: description }, text("card.description")),
      );
    parts.push(where);
    return parts;
  }

  /**
   * Return the uses of a definition in groups.
   * @param {KwindexPage} data
   * @param {KwindexDefinition} definition
   * @returns {[name: string, groups: Group[]][]}
   */
  function groupsOf([, , files], definition) {
    const groups = /** @type {Record<string, Group[]>} */ ({
      "card.subclasses": [],
      "card.uses": [],
      "card.tests": [],
      "card.possible": [],
    });
    for (const [number, places] of definition[8]) {
      const file = files[number];
      const parts = /** @type {Record<string, KwindexUse[]>} */ ({});
      for (const place of places) {
        let name = file[2] ? "card.tests" : "card.uses";
        if (place[3] >= BY_NAME) name = "card.possible";
        else if (place[3] === BASE) name = "card.subclasses";
        (parts[name] ??= []).push(place);
      }
      for (const [name, some] of Object.entries(parts))
        groups[name].push({ file, places: some });
    }
    return Object.entries(groups).filter(([, some]) => some.length);
  }

  /** @param {Group[]} groups */
  function count(groups) {
    return groups
      .flatMap(({ places }) => places)
      .reduce((sum, place) => sum + place[4], 0);
  }

  /**
   * Return a text with its first word that is a name marked.
   * @param {string} code
   * @param {string} name
   */
  function marked(code, name) {
    const made = element("code");
    const before = /[\p{L}\p{N}_]$/u;
    const behind = /^[\p{L}\p{N}_]/u;
    let at = code.indexOf(name);
    while (
      at >= 0 &&
      (before.test(code.slice(0, at)) || behind.test(code.slice(at + name.length)))
    ) {
      at = code.indexOf(name, at + 1);
    }
    if (at < 0 || !name) made.append(code);
    else {
      const mark = element("b", {}, name);
      made.append(code.slice(0, at), mark, code.slice(at + name.length));
    }
    return made;
  }

  /**
   * @param {KwindexPage} data
   * @param {KwindexDefinition} definition
   * @param {KwindexPage[2][0]} file
   * @param {KwindexUse} place
   */
  function placeItem(data, definition, [, address], place) {
    const [around, line, code, role, number] = place;
    const plain = role % BY_NAME;
    /* A row of a file has an address with a fragment. */
    let href = address && root + address;
    if (href && !href.includes("#")) {
      if (data[1] & 1) href += `#L${line}`;
      else if (around) href += described(data, kwindex.idOf(around));
    }
    const [kind, qualname] = definition;
    const said = [text("card.line", { number: line })];
    /* Values are read where nothing else is said. */
    const read = /^(attribute|constant|data|field)$/.test(kind);
    if (plain !== CALLED && plain !== BASE && !(read && !plain))
      said.push(text(`card.role${plain}`));
    if (number > 1) said.push(`×\u202f${number}`);
    const link = element(
      href ? "a" : "span",
      href ? { href } : {},
      marked(code, qualname.slice(kwindex.lastPart(qualname))),
      " ",
      element(
        "span",
        { class: "kw-card-around" },
        `${around || text("card.module")} · ${said.join(" · ")}`,
      ),
    );
    return element("li", {}, link);
  }

  /**
   * @param {string} name
   * @param {number} number
   */
  function sectionOf(name, number) {
    return element("section", {}, element("h3", {}, text(name, { number })));
  }

  /**
   * Add what is said of a file to a section.
   * @param {HTMLElement} section
   * @param {KwindexPage[2][0]} file
   * @param {Node[]} items
   */
  function addFile(section, [path, address], items) {
    const name = address
      ? element("a", { href: root + address }, path)
      : element("span", {}, path);
    section.append(element("h4", {}, name), element("ul", {}, ...items));
  }

  /**
   * Return the uses, some of them or all.
   * @param {KwindexPage} data
   * @param {KwindexDefinition} definition
   * @param {number} most
   */
  function uses(data, definition, most) {
    const made = /** @type {HTMLElement[]} */ ([]);
    let left = most;
    const groups = groupsOf(data, definition);
    for (const [name, some] of groups) {
      const section = sectionOf(name, count(some));
      for (const { file, places } of some) {
        if (left <= 0) break;
        const items = places
          .slice(0, left)
          .map((place) => placeItem(data, definition, file, place));
        addFile(section, file, items);
        left -= places.length;
      }
      made.push(section);
    }
    const further = derived(data, definition, left);
    const behind = Number(groups[0]?.[0] === "card.subclasses");
    if (further) made.splice(behind, 0, further);
    return made;
  }

  /**
   * Return what derives from a class through others.
   * @param {KwindexPage} data
   * @param {KwindexDefinition} definition
   * @param {number} most
   */
  function derived(data, definition, most) {
    const files = data[2];
    const classes = definition[12];
    if (!classes.length) return null;
    const section = sectionOf("card.derived", classes.length);
    const byFile = /** @type {Map<number, Node[]>} */ (new Map());
    for (const [file, qualname, id] of classes.slice(0, Math.max(most, 0))) {
      const [, address] = files[file];
      const short = id.replace(/^def-/, "") || kwindex.idOf(qualname);
      const place = address.includes("#") ? "" : described(data, short);
      const name = element("code", {}, qualname);
      const link = address
        ? element("a", { href: root + address + place }, name)
        : element("span", {}, name);
      byFile.set(file, [...(byFile.get(file) ?? []), element("li", {}, link)]);
    }
    for (const [file, items] of byFile) addFile(section, files[file], items);
    return section;
  }

  /**
   * Return the files that use a file: those that import it or surely use a name of it,
   * and those of which only names match; tests apart.
   * @param {KwindexPage} data
   */
  function users([path, , files, definitions, importers]) {
    const sure = /** @type {Map<number, Set<string>>} */ (new Map());
    const possible = /** @type {Map<number, Set<string>>} */ (new Map());
    for (const file of importers) sure.set(file, new Set());
    for (const definition of definitions) {
      for (const [file, places] of definition[8]) {
        if (files[file][0] === path) continue;
        for (const [, , , role] of places) {
          const some = role < BY_NAME ? sure : possible;
          some.set(file, (some.get(file) ?? new Set()).add(definition[1]));
        }
      }
    }
    for (const file of sure.keys()) possible.delete(file);
    const made = [];
    for (const [name, some, tests] of /** @type {const} */ ([
      ["card.users", sure, 0],
      ["card.testers", sure, 1],
      ["card.maybe", possible, 0],
      ["card.maybeTests", possible, 1],
    ])) {
      const chosen = [...some].filter(([file]) => files[file][2] === tests);
      const section = sectionOf(name, chosen.length);
      for (const [file, names] of chosen) {
        const used = element("code", {}, [...names].join(", "));
        const said = names.size ? used : text("card.imports");
        addFile(section, files[file], [element("li", {}, element("span", {}, said))]);
      }
      if (chosen.length) made.push(section);
    }
    const further = definitions
      .flatMap((definition) => definition[11])
      .filter(([how]) => /^(base|name)$/.test(how));
    /* Those of one name are the same for all that have it. */
    const names = new Map(further.map((one) => [one.join(), possibleUse(one)]));
    return names.size ? [...made, listOf([...names.values()])] : made;
  }

  /**
   * Return where else it may be used, and which tests use it.
   * @param {KwindexPage} data
   * @param {KwindexDefinition} definition
   * @param {string} page
   */
  function besides(data, definition, page) {
    const files = data[2];
    const [, , , , marks, , , , , more, [measured, tests], possible] = definition;
    const lines = /** @type {(Node | string)[][]} */ ([]);
    if (marks & 2) lines.push([text("card.none")]);
    if (more) {
      const href = page + described(data, idOf(definition));
      lines.push([element("a", { href }, text("card.more", { number: more }))]);
    }
    if (measured) lines.push([text("card.measured", { number: measured })]);
    for (const [file, name, way] of tests) {
      const [path, address] = files[file];
      const place = address.includes("#") ? "" : described(data, kwindex.idOf(name));
      const href = root + address + place;
      const test = address ? element("a", { href }, name) : name;
      const through = text("card.through", { names: way.join(", ") });
      lines.push([test, ` ${path} · ${through}`]);
    }
    lines.push(...possible.map(possibleUse));
    return lines.length ? [listOf(lines)] : [];
  }

  /**
   * Say where else something may be used, or is declared or defined.
   * @param {KwindexPossible} possible
   */
  function possibleUse([how, name, places, address]) {
    const shown = how === "name" ? `.${name}` : name;
    const said = text(`card.${how}`, { name: shown });
    const link = address ? element("a", { href: root + address }, said) : said;
    return places ? [link, `: ${places}`] : [link];
  }

  /** @param {(Node | string)[][]} lines */
  function listOf(lines) {
    const items = lines.map((parts) => element("li", {}, ...parts));
    return element("ul", { class: "kw-card-besides" }, ...items);
  }

  /**
   * Leave the places that have all words of a query.
   * @param {HTMLElement} list
   * @param {string} query
   */
  function sift(list, query) {
    const words = query.toLowerCase().split(/\s+/);
    let number = 0;
    for (const section of list.querySelectorAll("section")) {
      let some = false;
      for (const path of section.querySelectorAll("h4")) {
        let left = false;
        for (const item of path.nextElementSibling?.children ?? []) {
          const said = `${path.textContent} ${item.textContent}`.toLowerCase();
          const fits = words.every((word) => said.includes(word));
          item.toggleAttribute("hidden", !fits);
          left ||= fits;
          number += fits ? 1 : 0;
        }
        path.hidden = !left;
        some ||= left;
      }
      section.hidden = !some;
    }
    return number;
  }

  kwindex.uses = {
    find,
    label({ data, definition }) {
      const [kind, name] = definition ?? ["file", data[0]];
      return `${text(`kind.${kind}`)} ${name}`;
    },
    head,
    list({ data, definition, page }, most) {
      if (!definition) return users(data);
      return [...uses(data, definition, most), ...besides(data, definition, page)];
    },
    count: ({ definition }) =>
      (definition?.[8] ?? []).reduce((sum, [, all]) => sum + all.length, 0) +
      (definition?.[12].length ?? 0),
    sift,
  };
})();
