// The lines of the margin lab that change with what is pointed at, selected or stepped to.

import { formatNumber } from "../shared/format.mjs";
import { KINDS, coordinates, signOf, stepText } from "./markup.mjs";
import { LIMITS, clamp } from "./state.mjs";

/** @typedef {import("./geometry.mjs").Position} Position */
/** @typedef {import("./lab.mjs").MarginLab} MarginLab */
/** @typedef {import("./state.mjs").Result} Result */

/** @param {MarginLab} lab */
export function describeStep(lab) {
  const { result, steps, step } = lab;
  const range = lab.field('[name="lab-step"]');
  range.max = String(steps);
  if (step === undefined || range !== document.activeElement) range.value = String(step ?? steps);
  const text = stepText(step, steps, result);
  range.setAttribute("aria-valuetext", text);
  lab.find(".lab-step").textContent = result ? text : "";
  const buttons = ["back", "forward"].map((action) => lab.field(`[data-action="${action}"]`));
  for (const control of [range, ...buttons]) control.disabled = !result;
}

/** Show f beside the pointer, and nothing without one.
 * @param {MarginLab} lab @param {Position} [pointer] */
export function showReading(lab, pointer) {
  const reading = lab.find(".lab-reading");
  reading.textContent = "";
  if (!pointer || !lab.result) return;
  const position = clamp(pointer);
  reading.textContent = `f${coordinates(position)} = ${formatNumber(lab.f(position))}`;
  const across = position.x > 0.2 * LIMITS.x ? "calc(-100% - 14px)" : "14px";
  const down = position.y < 0.8 * LIMITS.y ? "calc(-100% - 10px)" : "14px";
  reading.style.left = `${(position.x / LIMITS.x + 1) * 50}%`;
  reading.style.top = `${(1 - position.y / LIMITS.y) * 50}%`;
  reading.style.transform = `translate(${across}, ${down})`;
}

/** In words, what is selected, or where the cursor is, or else what the reader can do.
 * @param {MarginLab} lab @param {Result} [result] of the newest state */
const pointText = (lab, result) => {
  const { selected: i, selectedPoint: point, cursor } = lab;
  if (i !== undefined && point) {
    const known = result
      ? `: ${KINDS[result.kind[i]]}, α = ${formatNumber(result.alpha[i])}, ξ = ${formatNumber(result.slack[i])}`
      : "";
    return `Point ${i}, class ${signOf(point.label)}, at ${coordinates(point)}${known}.`;
  }
  if (cursor) {
    const f = lab.result ? `, where f = ${formatNumber(lab.f(cursor))}` : "";
    return `The cross is at ${coordinates(cursor)}${f}. Enter adds a point.`;
  }
  return matchMedia("(pointer: coarse)").matches
    ? "Tap to add a point. Drag a point to move it."
    : "Click to add a point, right-click or Shift-click to add one of the other " +
        "class. Drag a point to move it.";
};

/** Runs until the line below the plane gives up its earlier numbers.
 * @type {number | undefined} */
let timer;

/** The line below the plane. Earlier numbers of the same point stay for a moment, to avoid
 * flicker.
 * @param {MarginLab} lab @param {boolean} [late] */
export function describePoint(lab, late) {
  const { selected: i, selectedPoint: point } = lab;
  const line = lab.find(".lab-point");
  const result = lab.shown?.version === lab.version ? lab.result : undefined;
  if (point && !result && !late && line.textContent?.startsWith(`Point ${i},`))
    timer ??= setTimeout(() => {
      timer = undefined;
      describePoint(lab, true);
    }, 150);
  else {
    const text = pointText(lab, result);
    if (line.textContent !== text) line.textContent = text;
  }
}
