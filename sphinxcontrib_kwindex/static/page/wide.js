/* What scrolls sideways can be reached with the keyboard; browsers that do so themselves
   leave it without a name. */
(function () {
  "use strict";

  const { wide = "" } = /** @type {HTMLScriptElement} */ (document.currentScript)
    .dataset;
  /* A listing can be reached without scripts. A table stays one. */
  const BOXES = ".kw-map :is(pre:not(.kw-source), table, div.math, .kw-picture)";

  const sizes = new ResizeObserver((boxes) => {
    for (const { target } of boxes) {
      const scrolls = target.scrollWidth > target.clientWidth;
      /* Some themes do the same. */
      const ours = target.getAttribute("aria-label") === wide;
      if (scrolls ? target.hasAttribute("tabindex") : !ours) continue;
      const told = { tabindex: "0", "aria-label": wide };
      const named = target.matches("table") ? told : { ...told, role: "group" };
      for (const [name, value] of Object.entries(named)) {
        if (scrolls) target.setAttribute(name, value);
        else target.removeAttribute(name);
      }
    }
  });
  for (const box of document.querySelectorAll(BOXES)) sizes.observe(box);
})();
