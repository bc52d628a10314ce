/* The files of the tree, in the theme's column of navigation: the folders around the page
   are open, others open when they are asked for. Without it the path above the page, and
   what is nearby below it, lead there. */
(function () {
  "use strict";

  const { element, root } = kwindex;

  /**
   * @typedef {object} Folder
   * @property {string} path
   * @property {string} address below the root
   * @property {(string | [string, string])[]} files
   * @property {Folder[]} folders
   *
   * @typedef {[before: string, after: string,
   *   rows: [string, string, ...(string | [string, string])[]][]]} Data
   */

  let before = "";
  let after = "";
  const folders = /** @type {Map<string, Folder>} */ (new Map());

  /** Return the folder that holds a path, as far as it has an index. @param {string} path */
  function above(path) {
    let folder = /** @type {Folder | undefined} */ (undefined);
    for (let at = path.lastIndexOf("/"); !folder && at > 0;) {
      folder = folders.get(path.slice(0, at));
      at = path.lastIndexOf("/", at - 1);
    }
    return folder ?? folders.get("");
  }

  /** @param {Data} data */
  function take(data) {
    const rows = data[2];
    [before, after] = data;
    for (const [path, address, ...files] of rows) {
      const folder = { path, address, files, folders: [] };
      /* Each comes after those around it. */
      if (path) above(path)?.folders.push(folder);
      folders.set(path, folder);
    }
  }

  /**
   * Return the path of a file.
   * @param {Folder} folder
   * @param {string} name
   */
  function pathOf(folder, name) {
    return folder.path ? `${folder.path}/${name}` : name;
  }

  /**
   * Return the address of a file.
   * @param {Folder} folder
   * @param {string | [string, string]} file
   */
  function addressOf(folder, file) {
    if (typeof file === "string") {
      const parts = pathOf(folder, file).split("/");
      return before + parts.map(encodeURIComponent).join("/") + after;
    }
    return file[1].startsWith("#") ? folder.address + file[1] : file[1];
  }

  /**
   * Return what tells an address from others, however it is written.
   * @param {string} address below the root
   */
  function keyOf(address) {
    const page = address.replace(/[?#].*/, "").replace(/(^|\/)index\.html$/, "$1");
    try {
      return decodeURIComponent(page);
    } catch {
      return page;
    }
  }

  /** Return the folders of all pages, by the keys of their addresses. */
  function pages() {
    const found = /** @type {Map<string, Folder>} */ (new Map());
    for (const folder of folders.values()) {
      found.set(keyOf(folder.address), folder);
      for (const file of folder.files) {
        if (typeof file === "string")
          found.set(before + pathOf(folder, file) + after, folder);
        else if (!file[1].startsWith("#")) found.set(keyOf(file[1]), folder);
      }
    }
    return found;
  }

  /* As a tree of links: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */

  let here = ""; /* the key of the page, or of the one that it belongs to */
  let number = 0;

  /**
   * @param {string} address
   * @param {string} name
   * @param {Node[]} [start]
   */
  function item(address, name, start = []) {
    // Words of a name stay whole where there is room.
    const [first, ...words] = name.split(/(?<=[_.-])(?=\w)/);
    const rest = words.flatMap((word) => [element("wbr"), word]);
    const shown = element("bdi", { dir: "ltr" }, first, ...rest);
    const link = element("a", { href: root + address, role: "treeitem" }, shown);
    link.tabIndex = -1;
    if (!address.includes("#") && keyOf(address) === here)
      link.setAttribute("aria-current", "page");
    return element("li", { role: "none" }, ...start, link);
  }

  /** @param {Folder} folder @param {HTMLElement} list */
  function fill(folder, list) {
    for (const inner of folder.folders) {
      const name = folder.path ? inner.path.slice(folder.path.length + 1) : inner.path;
      const sign = element("span", { class: "kw-fold", "aria-hidden": "true" });
      const made = item(inner.address, `${name}/`, [sign]);
      const link = linkIn(made);
      link.setAttribute("aria-expanded", "false");
      link.dataset.path = inner.path;
      list.append(made);
    }
    for (const file of folder.files) {
      const name = typeof file === "string" ? file : file[0];
      list.append(item(addressOf(folder, file), name));
    }
  }

  /** @param {Element} row */
  function linkIn(row) {
    return /** @type {HTMLAnchorElement} */ (row.querySelector("a"));
  }

  /**
   * Open or close a folder.
   * @param {HTMLAnchorElement} link
   * @param {boolean} open
   */
  function turn(link, open) {
    const folder = folders.get(link.dataset.path ?? "");
    if (!folder) return;
    link.setAttribute("aria-expanded", String(open));
    let list = /** @type {HTMLElement | null} */ (link.nextElementSibling);
    if (!list && open) {
      const id = `kw-files-${number++}`;
      list = element("ul", { role: "group", id });
      link.setAttribute("aria-owns", id);
      link.after(list);
      fill(folder, list);
    }
    if (list) list.hidden = !open;
  }

  /** @param {HTMLElement} tree */
  function shown(tree) {
    return [...tree.querySelectorAll("a")].filter((link) => !link.closest("[hidden]"));
  }

  /** Have the keyboard come to one of the links. @param {HTMLElement} link */
  function choose(link) {
    const tree = link.closest("[role=tree]");
    for (const other of tree?.querySelectorAll("[tabindex='0']") ?? [])
      if (other instanceof HTMLElement) other.tabIndex = -1;
    link.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} tree */
  function press(event, tree) {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const links = shown(tree);
    const at = links.indexOf(link);
    const expanded = link.getAttribute("aria-expanded");
    let next = /** @type {HTMLAnchorElement | null | undefined} */ (null);
    if (event.key === "ArrowDown") next = links[at + 1];
    else if (event.key === "ArrowUp") next = links[at - 1];
    else if (event.key === "Home") next = links[0];
    else if (event.key === "End") next = links[links.length - 1];
    else if (event.key === "ArrowRight" && expanded === "false") turn(link, true);
    else if (event.key === "ArrowRight" && expanded) next = links[at + 1];
    else if (event.key === "ArrowLeft" && expanded === "true") turn(link, false);
    else if (event.key === "ArrowLeft") {
      const around = link.closest("ul")?.previousElementSibling;
      next = around instanceof HTMLAnchorElement ? around : null;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
  }

  /** Return the folder that the page is in, and note the page. */
  function around() {
    /* Other pages of a file or a folder name it in their head. */
    const named = document.querySelectorAll(
      ".kw-map > :is(.kw-tabs, .kw-breadcrumbs) a",
    );
    const links = [...named].reverse().map((link) => link.getAttribute("href") ?? "");
    const known = pages();
    for (const link of ["", ...links]) {
      const { href } = new URL(link, location.href);
      here = href.startsWith(root) ? keyOf(href.slice(root.length)) : "";
      const folder = known.get(here);
      if (folder) return folder;
    }
  }

  kwindex.files = {
    async show(box) {
      const data = /** @type {Data | undefined} */ (await kwindex.data("files"));
      const start = data && (take(data), folders.get(""));
      if (!start) return;
      const label = box.querySelector("summary")?.textContent ?? "";
      const tree = element("ul", { role: "tree", "aria-label": label });
      const way = [];
      for (let folder = around(); folder?.path; folder = above(folder.path))
        way.unshift(folder.path);
      fill(start, tree);
      for (const path of way) {
        const link = tree.querySelector(`[data-path="${CSS.escape(path)}"]`);
        if (link instanceof HTMLAnchorElement) turn(link, true);
      }
      const current = tree.querySelector("[aria-current]");
      choose(/** @type {HTMLElement} */ (current ?? linkIn(tree)));
      tree.addEventListener("keydown", (event) => press(event, tree));
      tree.addEventListener("focusin", ({ target }) => {
        if (target instanceof HTMLAnchorElement) choose(target);
      });
      tree.addEventListener("click", ({ target }) => {
        if (!(target instanceof Element) || !target.matches(".kw-fold")) return;
        const link = target.nextElementSibling;
        if (link instanceof HTMLAnchorElement)
          turn(link, link.getAttribute("aria-expanded") !== "true");
      });
      box.append(tree);
      /* Within the list alone: scrollIntoView would move the page. */
      if (current) {
        const { top, height } = tree.getBoundingClientRect();
        tree.scrollTop += current.getBoundingClientRect().top - top - height / 2;
      }
    },
  };
})();
