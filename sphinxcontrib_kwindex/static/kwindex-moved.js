/* Stands on pages that lead on (sphinx_wiring/moved_pages.py): it takes along
   what the address names on the page. Without it the page itself leads on. */
(function () {
  "use strict";

  const { to = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;

  /**
   * Return where a definition is now that had an id here, or one around it.
   * @param {string} id
   */
  function definition(id) {
    const inner = /** @type {string[]} */ ([]);
    for (const parts = id.split("."); parts.length; inner.unshift(parts.pop() ?? "")) {
      const link = document
        .getElementById(parts.join("."))
        ?.closest("li")
        ?.querySelector("a");
      if (link) return [link.href, ...inner].join(".");
    }
    return "";
  }

  function address() {
    if (!location.hash) return to;
    let id = "";
    try {
      id = decodeURIComponent(location.hash.slice(1));
    } catch {
      return to;
    }
    return definition(id) || (to && !to.includes("#") ? to + location.hash : to);
  }

  const there = address();
  /* The back button is not to lead here. */
  if (there) location.replace(there);
})();
