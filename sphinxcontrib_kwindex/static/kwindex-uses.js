/* What is said of a definition: what it is, where it stands, and where it is used; from
   the data of its page, which exports/cards.py writes. */
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
   * without what tells the listing from the description; null for other addresses.
   * @param {string} address
   */
  function parsed(address) {
    const [page, fragment = ""] = address.split("#", 2);
    try {
      const name = /^(def|src)-(.+)$/s.exec(decodeURIComponent(fragment));
      if (!name || !page.startsWith(root)) return null;
      const path = decodeURIComponent(page.slice(root.length).replace(/\?.*$/s, ""));
      const key = path.replace(/\.html$|\/(index\.html)?$/, "");
      return { page, key, id: name[2], source: name[1] };
    } catch {
      return null;
    }
  }

  /** @param {KwindexDefinition} definition */
  function idOf([, qualname, id]) {
    return id ? id.replace(/^def-/, "") : kwindex.idOf(qualname);
  }

  /**
   * Return what is known of the definition at an address.
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
      const definition = data[3].find((one) => idOf(one) === asked.id);
      return definition
        ? { data, definition, page: asked.page, source: asked.source }
        : null;
    } catch {
      /* Missing, or of another version: names are links. */
      return null;
    }
  }

  /* What is shown. */

  /** @param {KwindexFound} found */
  function head({ data: [path, lines], definition, page, source }) {
    const [kind, qualname, , line, , labels, signature, summary] = definition;
    const head = definition[12];
    const id = idOf(definition);
    const own = page === here();
    const listed = own ? !!document.getElementById(`src-${id}`) : source === "src";
    const fragment = listed ? `src-${id}` : own && lines ? `L${line}` : `def-${id}`;
    /** @param {string} name */
    const to = (name) => `${page}#${encodeURIComponent(name)}`;
    const name = element("a", { class: "kw-card-name", href: to(fragment) }, qualname);
    const type = element("span", { class: "kw-kind" }, text(`kind.${kind}`));
    const title = element("p", { class: "kw-card-title" }, type, " ", name);
    const parts = [title];
    if (labels || signature || head) {
      const short = qualname.slice(kwindex.lastPart(qualname));
      const before = labels ? `${labels} ` : "";
      const code = element("code", {}, head || before + short + signature);
      parts.push(element("p", { class: "kw-card-signature" }, code));
    }
    if (summary) parts.push(element("p", {}, summary));
    const where = element("p", { class: "kw-card-where" });
    const place = `${path}, ${text("card.line", { number: line })}`;
    where.append(
      lines ? element("a", { href: to(`L${line}`) }, place) : place,
      " · ",
      element("a", { href: to(`def-${id}`) }, text("card.description")),
    );
    parts.push(where);
    return parts;
  }

  /**
   * Return the uses of a definition in groups.
   * @param {KwindexFound} found
   * @returns {[name: string, groups: Group[]][]}
   */
  function groupsOf({ data: [, , files], definition }) {
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
   * @param {KwindexFound} found
   * @param {KwindexPage[2][0]} file
   * @param {KwindexUse} place
   */
  function placeItem({ data, definition }, [, address], place) {
    const [around, line, code, role, number] = place;
    const plain = role % BY_NAME;
    /* A row of a file has an address with a fragment. */
    let href = address && root + address;
    if (href && !href.includes("#")) {
      if (data[1]) href += `#L${line}`;
      else if (around) href += `#def-${encodeURIComponent(kwindex.idOf(around))}`;
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
   * Return the uses, some of them or all.
   * @param {KwindexFound} found
   * @param {number} most
   */
  function uses(found, most) {
    const made = /** @type {HTMLElement[]} */ ([]);
    let left = most;
    for (const [name, groups] of groupsOf(found)) {
      const section = element("section");
      section.append(element("h3", {}, text(name, { number: count(groups) })));
      for (const { file, places } of groups) {
        if (left <= 0) break;
        const path = file[1]
          ? element("a", { href: root + file[1] }, file[0])
          : element("span", {}, file[0]);
        const list = element("ul");
        list.append(
          ...places.slice(0, left).map((place) => placeItem(found, file, place)),
        );
        left -= places.length;
        section.append(element("h4", {}, path), list);
      }
      made.push(section);
    }
    return made;
  }

  /** Return where else it may be used, and which tests use it. @param {KwindexFound} found */
  function besides({ data: [, , files], definition, page }) {
    const [, , , , marks, , , , , more, [measured, tests], possible] = definition;
    const lines = /** @type {(Node | string)[][]} */ ([]);
    if (marks & 2) lines.push([text("card.none")]);
    if (more) {
      const href = `${page}#def-${encodeURIComponent(idOf(definition))}`;
      lines.push([element("a", { href }, text("card.more", { number: more }))]);
    }
    if (measured) lines.push([text("card.measured", { number: measured })]);
    for (const [file, name, way] of tests) {
      const [path, address] = files[file];
      const id = encodeURIComponent(kwindex.idOf(name));
      const href = root + address + (address.includes("#") ? "" : `#def-${id}`);
      const test = address ? element("a", { href }, name) : name;
      const through = text("card.through", { names: way.join(", ") });
      lines.push([test, ` ${path} · ${through}`]);
    }
    for (const [how, name, places, address] of possible) {
      const shown = how === "name" ? `.${name}` : name;
      const said = text(`card.${how}`, { name: shown });
      const link = address ? element("a", { href: root + address }, said) : said;
      lines.push(places ? [link, `: ${places}`] : [link]);
    }
    if (!lines.length) return [];
    const list = element("ul", { class: "kw-card-besides" });
    list.append(...lines.map((parts) => element("li", {}, ...parts)));
    return [list];
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
    label: ([kind, qualname]) => `${text(`kind.${kind}`)} ${qualname}`,
    head,
    list: (found, most) => [...uses(found, most), ...besides(found)],
    sift,
  };
})();
