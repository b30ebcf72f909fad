// Let the keyboard scroll a formula or a table that is wider than its column, and open
// the fold that a link points into.
(() => {
  const names = { "math-scroll": "Formula", "pst-scrollable-table-container": "Table" };
  const mark = () => Object.entries(names).forEach(([name, what]) =>
    document.querySelectorAll(`.${name}`).forEach((box) => {
      if (box.scrollWidth > box.clientWidth + 1) {
        box.tabIndex = 0;
        box.role = "group";
        box.ariaLabel = `${what}, scrolls sideways`;
      } else {
        box.removeAttribute("tabindex");
        box.removeAttribute("role");
        box.removeAttribute("aria-label");
      }
    }));
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target?.closest("details");
    if (fold) fold.open = true;
  };
  addEventListener("load", mark);
  addEventListener("resize", mark);
  addEventListener("toggle", mark, true); // a closed fold has no width
  addEventListener("hashchange", open);
  addEventListener("beforeprint", () =>
    document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
  open();

  // Formulas once, not thrice, in the extracts that a search shows; none from a disk,
  // where a page may not read another.
  addEventListener("DOMContentLoaded", () => {
    if (typeof Search === "undefined") return;
    if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
    const plain = Search.htmlToText;
    const mathml = /<span class="katex-mathml">.*?<\/math><\/span>/gs;
    Search.htmlToText = (html, anchor) => plain(html.replace(mathml, ""), anchor);
  });
})();
