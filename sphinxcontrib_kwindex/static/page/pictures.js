/* Pictures: what a box stands for, in place of the legend while it is pointed at or has
   the focus. Many are too small for their names. */
(function () {
  "use strict";

  const legends = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(".kw-picture + .kw-legend")
  );
  for (const legend of legends) {
    const explained = legend.textContent ?? "";
    /** @param {Event} event */
    function show({ target, type }) {
      const box = target instanceof Element ? target.closest("a, g") : null;
      const title = box?.querySelector(":scope > title");
      /* What is behind it stays where it is. */
      legend.style.minHeight = `${legend.getBoundingClientRect().height}px`;
      legend.textContent = (!type.endsWith("out") && title?.textContent) || explained;
    }
    for (const event of ["pointerover", "pointerout", "focusin", "focusout"])
      legend.previousElementSibling?.addEventListener(event, show);
  }
})();
