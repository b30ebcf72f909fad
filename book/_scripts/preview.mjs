// A preview of what a link leads to: an equation, a theorem, a figure, a term, a work.
// It appears when the pointer rests on the link, or the keyboard reaches it. It goes with
// that pointer or with the focus, or by Escape. The page that holds the target is read once;
// from a disk, where a page may not read another, only the page's own targets are shown.

const LINKS = "article a.internal[href*='#']";
const PREVIEWED = "div.math, .proof, .exercise, figure, dt, .works > li";
const DELAY_MS = 250; // before it appears, or goes

const here = new URL(location.href);
const pages = new Map([[here.pathname, Promise.resolve(document)]]);
let timer = 0;
// Whether the pointer, not the keyboard, reached the newest link. What the keyboard opened
// stays when it scrolls the page under a pointer at rest.
let byPointer = false;
let turn = 0; // a preview whose turn is over when its page arrives is not shown
/** @type {HTMLAnchorElement | null} */
let link = null;
/** @type {HTMLElement | null} */
let box = null;

/** Read a page of the book, once. @param {URL} url */
const readPage = (url) => {
  const page =
    pages.get(url.pathname) ??
    fetch(url)
      .then((response) => (response.ok ? response.text() : Promise.reject(response)))
      .catch(() => (pages.delete(url.pathname), "")) // the next time it may be there
      .then((text) => new DOMParser().parseFromString(text, "text/html"));
  pages.set(url.pathname, page);
  return page;
};

/** Copy what a link leads to: without names, and without links that could be followed.
 * @param {URL} url */
const copyTarget = async (url) => {
  const target = (await readPage(url)).getElementById(url.hash.slice(1));
  const source = target?.closest(PREVIEWED);
  if (!source) return null;
  const preview = document.createElement("div");
  preview.append(source.cloneNode(true));
  if (source.matches("dt")) preview.append(source.nextElementSibling?.cloneNode(true) ?? "");
  preview
    .querySelectorAll(".headerlink, .checked, .where, button, div.stepper")
    .forEach((part) => part.remove());
  preview.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
  preview.querySelectorAll("a").forEach((part) => part.removeAttribute("href"));
  preview.querySelectorAll("[tabindex]").forEach((box) => {
    for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
  });
  preview.querySelectorAll("img").forEach((image) => {
    image.src = new URL(image.getAttribute("src") ?? "", url).href;
  });
  return preview;
};

const hide = () => {
  turn += 1;
  clearTimeout(timer);
  box?.remove();
  link?.removeAttribute("aria-describedby");
  [link, box] = [null, null];
};

/** @param {HTMLAnchorElement} from */
const show = async (from) => {
  hide();
  link = from;
  const own = turn;
  const preview = await copyTarget(new URL(from.href));
  if (turn !== own) return;
  if (!preview) return hide(); // and the next move over the link tries again
  box = Object.assign(preview, { className: "preview", id: "preview", role: "tooltip" });
  link.setAttribute("aria-describedby", box.id);
  link.closest("article")?.append(box);
  const { left, top, bottom } = link.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = bottom + height + 8 < innerHeight || top < height + 8;
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  box.style.top = `${below ? bottom + 4 : top - height - 4}px`;
};

/** @param {() => void} act */
const afterDelay = (act) => {
  clearTimeout(timer);
  timer = setTimeout(act, DELAY_MS);
};

/** @param {HTMLAnchorElement} over */
const pointAt = (over) => {
  byPointer = true;
  afterDelay(() => show(over));
};

document.addEventListener("pointerover", ({ target, pointerType }) => {
  if (pointerType !== "mouse") return;
  const at = /** @type {Element} */ (target);
  /** @type {HTMLAnchorElement | null} */
  const over = at.closest(LINKS);
  if (over && over !== link) pointAt(over);
  else if (byPointer && (over || box?.contains(at))) clearTimeout(timer);
  else if (byPointer) afterDelay(hide);
});
document.addEventListener("focusin", ({ target }) => {
  const at = /** @type {HTMLAnchorElement} */ (target);
  byPointer = false;
  if (at.matches(LINKS) && at.matches(":focus-visible")) afterDelay(() => show(at));
  else hide();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") hide();
});

// The pointer may have come to rest before this script did.
/** @type {HTMLAnchorElement | null} */
const under = document.querySelector(`:is(${LINKS}):hover`);
if (under) pointAt(under);
