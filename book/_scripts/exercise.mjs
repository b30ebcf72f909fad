// Exercises that are answered where they are read, as far as every page loads it: marks
// for what is solved, and a plain field for each stub. exercise-editor.mjs comes when
// a field is touched, and Python when it is run.

import { announce, findPython } from "./find-python.mjs";

/** @import {Box, Progress} from "./exercise-editor.mjs" */

/** @type {Box[]} */
const boxes = Array.from(document.querySelectorAll(".exercise-editor"));

/** What this browser remembers under a key; nothing where it may not. @param {string} key */
const read = (key) => {
  try { return JSON.parse(localStorage.getItem(key) ?? "null"); } catch { return null; }
};
/** @param {string} key @param {unknown} value */
const write = (key, value) => {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch {}
};

/** How far the reader is. @param {string} name @returns {Progress} */
const progress = (name) => read(`exercise ${name}`) ?? {};
/** @param {string} name @param {Progress} changes */
const keep = (name, changes) => {
  write(`exercise ${name}`, { ...progress(name), ...changes });
  if (changes.solved) mark();
};

/** @param {Element} place @param {string} text @param {string} words */
const tick = (place, text, words) => {
  let span = place.querySelector(".solved");
  if (!span) place.append(" ", span = Object.assign(document.createElement("span"),
    { className: "solved", role: "img" }));
  span.textContent = text;
  span.ariaLabel = words;
};

/** Mark what is solved: on the page, and beside the chapters in the sidebar. */
const mark = () => {
  const solved = boxes.filter(({ dataset: { exercise } }) => progress(exercise).solved);
  for (const { dataset: { exercise } } of solved) {
    const title = document.querySelector(`#ex-${exercise} > .admonition-title`);
    if (title) tick(title, "✓ Solved", "Solved");
  }
  if (solved.length) write(`chapter ${location.pathname}`, [solved.length, boxes.length]);
  for (const link of document.querySelector(".sidebar-tree")?.querySelectorAll("a") ?? []) {
    const [some, all] = read(`chapter ${link.pathname}`) ?? [];
    if (some) tick(link, some < all ? `${some}/${all}` : "✓", `${some} of ${all} exercises solved`);
  }
};

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ Enter" : "Ctrl+Enter";

/** Put a field with the stub, and its buttons, in the place of the stub's cell.
 * @param {Box} box @param {number} bytes that Python takes */
const open = (box, bytes) => {
  const { exercise } = box.dataset;
  const number = document.querySelector(`#ex-${exercise} .caption-number`)?.textContent ?? exercise;
  box.insertAdjacentHTML("beforeend", `<div class="editor-live">
    <div class="editor-code highlight"><textarea spellcheck="false" autocapitalize="off"
      autocomplete="off" aria-describedby="keys-${exercise}"></textarea></div>
    <p class="editor-bar"><button type="button" data-act="run">Run</button>
      <button type="button" data-act="reset">Reset</button>
      <button type="button" data-act="solution" hidden>Show the solution</button>
      <span class="editor-size">${announce(bytes)}</span>
      <span class="editor-keys" id="keys-${exercise}">${KEYS} runs. Tab indents; Escape, then Tab, leaves.</span></p>
    <div class="editor-printed" tabindex="0" role="group" aria-label="Printed" hidden></div>
    <div class="editor-verdict" role="status"></div></div>`);
  const area = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
  const stub = box.querySelector(".cell_input pre")?.textContent
    .replace(/\s*\ncheck\(.*\)\s*$/, "") ?? "";
  area.value = progress(exercise).code ?? stub;
  area.rows = area.value.split("\n").length;
  area.ariaLabel = `Your code, ${number.trim()}`;
  box.dataset.live = "yes";
  const before = () => boxes.slice(0, boxes.indexOf(box))
    .map(({ dataset }) => progress(dataset.exercise))
    .filter(({ solved, code }) => solved && code).map(({ code }) => code);
  /** @type {Promise<any> | undefined} */
  let coming;
  let failures = 0;
  // A browser may remember that an address failed: each time it is another.
  const editor = () => coming ??= import(`./exercise-editor.mjs${failures ? `?${failures}` : ""}`)
    .then(({ ExerciseEditor }) => new ExerciseEditor(box, { stub, progress, keep, before }))
    .catch(() => {
      failures += 1;
      coming = undefined;
      const place = /** @type {HTMLElement} */ (box.querySelector(".editor-verdict"));
      place.textContent = "The editor could not be loaded. Press Run to try again.";
    });
  box.addEventListener("focusin", editor);
  box.addEventListener("click", async (/** @type {any} */ { target: { dataset: { act } } }) => {
    if (act) (await editor())?.[act]();
  });
  area.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    (await editor())?.run();
  });
};

/** Open every stub, if the site has Python for it. A module that waits at its top level
 * now and then stops WebKit for good. */
const begin = async () => {
  const found = await findPython().catch(() => null);
  if (found) boxes.forEach((box) => open(box, found.bytes));
};

mark();
if (boxes.length) begin();
