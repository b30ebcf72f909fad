// A preview of what a link leads to: an equation, a theorem, a figure, a term, a work.
// It appears when the pointer rests on the link, or when the link has the focus. It goes when
// the pointer or the focus leaves, or with Escape. Each page that holds a target is read once.
// A page that is opened from a disk may not read others, so it shows only its own targets.

const LINKS = "article a.internal[href*='#']";
const PREVIEWED = "div.math, .proof, .exercise, figure, dt, .works > li";
const DELAY_MS = 250; // before it appears, or goes

const here = new URL(location.href);
const pages = new Map([[here.pathname, Promise.resolve(document)]]);
let timer = 0;
// Whether the preview was opened by the pointer. If it was opened by the keyboard, which may
// scroll the page under a pointer that rests, that pointer must not close it.
let byPointer = false;
let turn = 0; // counts what was opened or closed, so that a page that comes late shows nothing
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
