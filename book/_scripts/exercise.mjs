// The part of the exercises that every page loads: marks for what is solved, and a plain
// field for each stub. exercise/editor.mjs is loaded when a field is touched, and Python
// when its code is run.

import { importWithRetry } from "./shared/import-with-retry.mjs";
import { downloadNotice, findPython } from "./python/find-python.mjs";

/** @import {Box, Progress} from "./exercise/editor.mjs" */

/** @type {Box[]} */
const boxes = Array.from(document.querySelectorAll(".exercise-editor"));

// All projects of an account on GitHub Pages share the store.
const STORAGE_PREFIX = "hinge-and-margin ";
/** What this browser stores under a key; null where it may not. @param {string} key */
const readStored = (key) => {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_PREFIX + key) ?? "null");
  } catch {
    return null;
  }
};
/** @param {string} key @param {unknown} value */
const store = (key, value) => {
  try {
    localStorage.setItem(STORAGE_PREFIX + key, JSON.stringify(value));
  } catch {}
};

/** How far the reader is with an exercise. @param {string} name @returns {Progress} */
const readProgress = (name) => readStored(`exercise ${name}`) ?? {};
/** @param {string} name @param {Progress} changes */
const saveProgress = (name, changes) => {
  store(`exercise ${name}`, { ...readProgress(name), ...changes });
  if (changes.solvedCode) markSolved();
};

/** @param {Element} parent @param {string} text @param {string} label */
const addTick = (parent, text, label) => {
  let span = parent.querySelector(".solved");
  if (!span)
    parent.append(
      " ",
      (span = Object.assign(document.createElement("span"), { className: "solved", role: "img" })),
    );
  span.textContent = text;
  span.ariaLabel = label;
};

/** Mark what is solved: on the page, and beside the chapters in the sidebar. */
const markSolved = () => {
  const solved = boxes.filter(({ dataset: { exercise } }) => readProgress(exercise).solvedCode);
  for (const {
    dataset: { exercise },
  } of solved) {
    const title = document.querySelector(`#ex-${exercise} > .admonition-title`);
    if (title) addTick(title, "✓ Solved", "Solved");
  }
  if (solved.length) store(`chapter ${location.pathname}`, [solved.length, boxes.length]);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".sidebar-tree a");
  for (const link of links) {
    const [some, all] = readStored(`chapter ${link.pathname}`) ?? [];
    const text = some < all ? `${some}/${all}` : "✓";
    if (some) addTick(link, text, `${some} of ${all} exercises solved`);
  }
};

const RUN_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ Enter" : "Ctrl+Enter";

/** Put a field with the stub, and its buttons, in place of the stub's cell.
 * @param {Box} box @param {number} bytes that Python takes */
const addField = (box, bytes) => {
  const { exercise } = box.dataset;
  const number = document.querySelector(`#ex-${exercise} .caption-number`)?.textContent ?? exercise;
  box.insertAdjacentHTML(
    "beforeend",
    `<div class="editor-live">
    <div class="editor-code highlight"><textarea spellcheck="false" autocapitalize="off"
      autocomplete="off" aria-describedby="keys-${exercise}"></textarea></div>
    <p class="editor-bar"><button type="button" data-action="run">Run</button>
      <button type="button" data-action="reset">Reset</button>
      <button type="button" data-action="showSolution" hidden>Show the solution</button>
      <span class="editor-size">${downloadNotice(bytes)}</span>
      <span class="editor-keys" id="keys-${exercise}">${RUN_KEYS} runs.
        Tab indents; Escape, then Tab, leaves.</span></p>
    <div class="editor-printed" tabindex="0" role="group" aria-label="Printed" hidden></div>
    <div class="editor-verdict" role="status"></div></div>`,
  );
  const field = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
  const stub =
    box.querySelector(".cell_input pre")?.textContent.replace(/\s*\ncheck\(.*\)\s*$/, "") ?? "";
  field.value = readProgress(exercise).code ?? stub;
  field.rows = field.value.split("\n").length;
  field.ariaLabel = `Your code, ${number.trim()}`;
  box.dataset.live = "yes";
  const earlierCode = () =>
    boxes
      .slice(0, boxes.indexOf(box))
      .map(({ dataset }) => readProgress(dataset.exercise).solvedCode)
      .filter(Boolean);
  /** @type {Promise<any> | undefined} */
  let loading;
  const options = { stub, readProgress, saveProgress, earlierCode };
  const loadEditor = () =>
    (loading ??= importWithRetry(import.meta.resolve("./exercise/editor.mjs"))
      .then(({ ExerciseEditor }) => new ExerciseEditor(box, options))
      .catch(() => {
        loading = undefined;
        const verdict = /** @type {HTMLElement} */ (box.querySelector(".editor-verdict"));
        verdict.textContent = "The editor could not be loaded. Press Run to try again.";
      }));
  box.addEventListener("focusin", loadEditor);
  box.addEventListener("click", async ({ target }) => {
    const { action } = /** @type {HTMLElement} */ (target).dataset;
    if (action) (await loadEditor())?.[action]();
  });
  field.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const editor = await loadEditor();
    if (editor && !editor.state) editor.run(); // while the code runs, this would stop it
  });
};

/** Give every stub its field, if the site has Python for it. This is a function because a
 * top-level await sometimes makes WebKit hang. */
const addFields = async () => {
  const sources = await findPython().catch(() => null);
  if (sources) boxes.forEach((box) => addField(box, sources.bytes));
};

markSolved();
if (boxes.length) addFields();
