// Let the keyboard scroll a formula, a table or a listing that is wider than its column,
// and open the fold that a link points into. Only what is laid out is measured.
(() => {
  const names = {
    ".math-scroll": "Formula",
    ".table-wrapper": "Table",
    pre: "Listing",
  };
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target: box }) => {
    if (box.scrollWidth > box.clientWidth) {
      const name = Object.keys(names).find((selector) => box.matches(selector));
      box.tabIndex = 0;
      box.role = "group";
      box.ariaLabel = `${names[name]}, scrolls sideways`;
    } else {
      ["tabindex", "role", "aria-label"].forEach((name) => box.removeAttribute(name));
    }
  }));
  const measure = () => document.querySelectorAll(Object.keys(names)).forEach((box) => {
    if (box.closest("[role=tooltip]")) return; // a preview is not for the keyboard
    sizes.unobserve(box);
    sizes.observe(box);
  });
  const open = () => {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch {} // as it stands, then
    let fold = document.getElementById(name)?.closest("details");
    for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
  };
  measure();
  document.fonts.addEventListener("loadingdone", measure);
  addEventListener("hashchange", open);
  addEventListener("beforeprint", () =>
    document.querySelectorAll("details:not(.fold)").forEach((fold) => { fold.open = true; }));
  open();

  // Formulas once, not thrice, and no buttons in the extracts that a search shows; none
  // from a disk, where a page may not read another.
  addEventListener("DOMContentLoaded", () => {
    if (typeof Search === "undefined") return;
    if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
    const plain = Search.htmlToText;
    const unread = /<span class="katex-mathml">.*?<\/math><\/span>|<nav class="launch".*?<\/nav>/gs;
    Search.htmlToText = (html, anchor) => plain(html.replace(unread, ""), anchor);
  });
})();

// WebKit shows an SVG as light, whatever the theme: there its address says the theme, and a
// query, too, for what was shown once stays as it was.
(() => {
  if (!navigator.vendor.startsWith("Apple")) return;
  const [system, paper] = ["(prefers-color-scheme: dark)", "print"].map((query) => matchMedia(query));
  const paint = () => {
    const { theme } = document.body.dataset;
    const dark = !paper.matches && (theme === "dark" || (theme !== "light" && system.matches));
    document.querySelectorAll('img[src*=".svg"]').forEach((image) => {
      image.src = image.src.replace(/\.svg.*$/, dark ? ".svg?dark#dark" : ".svg#light");
    });
  };
  for (const query of [system, paper]) query.addEventListener("change", paint);
  new MutationObserver(paint).observe(document.body, { attributeFilter: ["data-theme"] });
  paint();
})();

// Before a chapter is run: what the browser lacks, or what cannot be reached, in words.
(() => {
  const link = document.querySelector(".run-here");
  if (!link) return;
  const lacks = () => {
    if (location.protocol === "file:")
      return "A notebook runs only on a page that comes from a server. Run make serve, and open the address it prints.";
    if (typeof WebAssembly !== "object")
      return "This browser has no WebAssembly, which Python needs here.";
    if (typeof Worker !== "function" || !window.indexedDB)
      return "This browser lacks web workers or a storage for your edits. A private window may be the reason.";
    return "";
  };
  const unreachable = async () => {
    const lite = new URL("../", link.href);
    let engine;
    try {
      const answer = await fetch(new URL("engine.json", lite));
      if (!answer.ok) return "This copy of the book was built without the notebooks for the browser. Run make book.";
      engine = await answer.json();
    } catch {
      return "The site of this book cannot be reached: you seem to be offline. What you read here stays; running it needs a connection.";
    }
    const python = new URL("pyodide.js", new URL(engine.pyodide, lite));
    try {
      await fetch(python, { mode: "no-cors" });
    } catch {
      return `Python for the browser cannot be reached at ${python.host}: you are offline, or this network blocks that host.`;
    }
    return "";
  };
  const say = (text) => {
    const box = document.createElement("dialog");
    box.className = "run-here-message";
    box.innerHTML = '<p></p><form method="dialog"><button class="btn">Close</button></form>';
    box.firstChild.textContent = text;
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
  };
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const problem = lacks() || await unreachable();
    if (problem) say(problem);
    else location.assign(link.href);
  });
})();
