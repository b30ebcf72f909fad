// What every page needs, even from a disk, where no module is loaded: wide boxes that the
// keyboard scrolls, folds that open by themselves, a word on notebooks, and for WebKit the
// theme of the figures.

// Let the keyboard scroll a formula, a table or a listing that is wider than its column.
// Only what is laid out is measured.
{
  /** @type {Record<string, string>} */
  const names = {
    ".math-scroll": "Formula",
    ".table-wrapper": "Table",
    pre: "Listing",
  };
  const sizes = new ResizeObserver((entries) =>
    entries.forEach(({ target: box }) => {
      if (box.scrollWidth > box.clientWidth) {
        const name = Object.keys(names).find((selector) => box.matches(selector));
        box.setAttribute("tabindex", "0");
        box.role = "group";
        box.ariaLabel = `${names[name ?? ""]}, scrolls sideways`;
      } else {
        ["tabindex", "role", "aria-label"].forEach((name) => box.removeAttribute(name));
      }
    }),
  );
  const boxes = Object.keys(names).join(", ");
  const measure = () =>
    document.querySelectorAll(boxes).forEach((box) => {
      if (box.closest("[role=tooltip]")) return; // a preview is not for the keyboard
      sizes.unobserve(box);
      sizes.observe(box);
    });
  measure();
  document.fonts.addEventListener("loadingdone", measure);
}

// Open the fold that a link points into, and all of them while the page is printed.
{
  const open = () => {
    const fold = document.getElementById(location.hash.slice(1))?.closest("details");
    if (fold) fold.open = true;
  };
  addEventListener("hashchange", open);
  // A link that is followed again doesn't change the address.
  addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest("a")?.href === location.href) open();
  });
  /** @type {NodeListOf<HTMLDetailsElement>} */
  let closed;
  addEventListener("beforeprint", () => {
    closed = document.querySelectorAll("details:not([open])");
    for (const fold of closed) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of closed) fold.open = false;
  });
  open();
}

// From a disk no notebook runs.
if (location.protocol === "file:")
  document.querySelector(".run-here")?.addEventListener("click", (event) => {
    event.preventDefault();
    alert(
      "A notebook runs only on a page that comes from a server. " +
        "Run make serve, and open the address it prints.",
    );
  });

// WebKit shows an SVG as light, whatever the theme, so there the theme is in its address. A
// fragment alone isn't enough, because WebKit keeps an image that it has shown. Hence the query.
if (navigator.vendor.startsWith("Apple")) {
  const [system, paper] = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")];
  const paint = () => {
    const { theme } = document.body.dataset;
    const dark = !paper.matches && (theme === "dark" || (theme !== "light" && system.matches));
    const themed = dark ? ".svg?dark#dark" : ".svg#light";
    for (const image of document.images) {
      const painted = image.src.replace(/\.svg.*$/, themed);
      if (image.src !== painted) image.src = painted;
    }
  };
  for (const query of [system, paper]) query.addEventListener("change", paint);
  const changes = new MutationObserver(paint);
  changes.observe(document.body, { attributeFilter: ["data-theme"] });
  const article = document.querySelector("article");
  if (article) changes.observe(article, { childList: true }); // a preview comes and goes
  paint();
}
