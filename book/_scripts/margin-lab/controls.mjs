// The controls of the margin lab: what they show, and what they do.

import { hintFor, isLogarithmic } from "./markup.mjs";
import { nameOfPreset, toProblem } from "./presets.mjs";
import { PARAMETERS, parametersOf, rangeError, toNumber } from "./state.mjs";

/** @typedef {import("./lab.mjs").MarginLab} MarginLab */
/** @typedef {import("./state.mjs").KernelName} KernelName */
/** @typedef {import("./state.mjs").Parameter} Parameter */

/** @param {MarginLab} lab */
export function updateControls(lab) {
  const { kernel } = lab.state;
  lab.field(`[name="lab-kernel"][value="${kernel}"]`).checked = true;
  lab.field(`[name="lab-class"][value="${lab.newLabel}"]`).checked = true;
  for (const name of /** @type {Parameter[]} */ (Object.keys(PARAMETERS))) {
    const row = lab.find(`[data-parameter="${name}"]`);
    row.hidden = !parametersOf(kernel).includes(name);
    const [range, text] = row.querySelectorAll("input");
    const value = lab.state[name];
    range.value = String(isLogarithmic(name) ? Math.log10(value) : value);
    range.setAttribute("aria-valuetext", String(value));
    if (document.activeElement !== text) text.value = String(value);
    text.removeAttribute("aria-invalid");
    showHint(lab, row, "");
  }
  const current = nameOfPreset(lab.presets, lab.state.points);
  for (const button of lab.stage.querySelectorAll("[data-preset]"))
    button.setAttribute("aria-pressed", String(button.getAttribute("data-preset") === current));
  lab.find(".lab-preset").textContent = lab.presets[current]?.description ?? "Points of your own.";
  enableButtons(lab);
}

/** Enable the buttons that have something to act on. @param {MarginLab} lab */
export function enableButtons(lab) {
  const disabled = {
    relabel: !lab.selectedPoint,
    remove: !lab.selectedPoint,
    undo: !lab.undoStack.past.length,
    redo: !lab.undoStack.future.length,
    clear: !lab.state.points.length,
  };
  for (const [action, is] of Object.entries(disabled))
    lab.field(`[data-action="${action}"]`).disabled = is;
}

/** Say below a slider what is wrong with its number, or what it does.
 * @param {MarginLab} lab @param {HTMLElement} row @param {string} fault */
function showHint(lab, row, fault) {
  const words = /** @type {HTMLElement} */ (row.querySelector(".lab-hint"));
  words.classList.toggle("lab-fault", fault !== "");
  const name = /** @type {Parameter} */ (row.dataset.parameter);
  words.textContent = fault || hintFor(name, lab.state.kernel);
}

/** @param {MarginLab} lab */
export function addListeners(lab) {
  const { stage } = lab;
  /** @type {Record<string, () => void>} */
  const actions = {
    relabel: () => lab.relabel(),
    remove: () => lab.remove(),
    undo: () => lab.undo(),
    redo: () => lab.redo(),
    clear: () => lab.set({ points: [] }),
    link: () => lab.copyLink(),
    back: () => lab.stepBy(-1),
    forward: () => lab.stepBy(1),
    sample: () => lab.samplePoints(true),
  };
  stage.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    const { action, preset } = button?.dataset ?? {};
    if (action) actions[action]();
    if (preset) lab.replace(toProblem(lab.presets[preset]));
  });
  stage.addEventListener("input", ({ target }) =>
    onInput(lab, /** @type {HTMLInputElement} */ (target)),
  );
  stage.addEventListener("change", ({ target }) => {
    // The next number typed is another change.
    if (/** @type {HTMLInputElement} */ (target).type === "text") lab.endGroup();
  });
  stage.addEventListener("focusout", () => updateControls(lab));
  document.addEventListener("keydown", (event) => onShortcut(lab, event));
}

/** Ctrl+Z, Ctrl+Y and their like, unless they belong to a field of text.
 * @param {MarginLab} lab @param {KeyboardEvent} event */
function onShortcut(lab, event) {
  const at = /** @type {HTMLElement} */ (event.target);
  const here = at === document.body || lab.stage.contains(at);
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !here || at.matches('[type="text"]'))
    return;
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) lab.redo();
  else if (key === "z") lab.undo();
  else return;
  event.preventDefault();
}

/** @param {MarginLab} lab @param {HTMLInputElement} target */
function onInput(lab, target) {
  const { name, value } = target;
  if (name === "lab-class") lab.setNewLabel(Number(value));
  else if (name === "lab-kernel") lab.set({ kernel: /** @type {KernelName} */ (value) });
  else if (name === "lab-step") lab.showStep(Number(value));
  else if (name === "lab-shape") lab.samplePoints(true);
  else if (name === "lab-noise") {
    lab.find('output[for="lab-noise"]').textContent = value;
    lab.samplePoints();
  } else onParameterInput(lab, target);
}

/** @param {MarginLab} lab @param {HTMLInputElement} target */
function onParameterInput(lab, target) {
  const row = /** @type {HTMLElement} */ (target.closest("[data-parameter]"));
  const name = /** @type {Parameter} */ (row.dataset.parameter);
  let value = toNumber(target.value);
  if (target.type === "range" && isLogarithmic(name)) value = Number((10 ** value).toPrecision(3));
  const fault = rangeError(name, value);
  if (fault) {
    target.setAttribute("aria-invalid", "true");
    showHint(lab, row, `${fault}.`);
    lab.announce(`${fault}.`);
  } else lab.set({ [name]: value }, name);
}
