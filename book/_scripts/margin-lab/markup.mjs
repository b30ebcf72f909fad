// The markup of the margin lab, and the words in which it tells its results.

import { formatNumber } from "../shared/format.mjs";
import { weights } from "./geometry.mjs";
import { PARAMETERS } from "./state.mjs";

/** @typedef {import("./geometry.mjs").Point} Point */
/** @typedef {import("./state.mjs").Result} Result */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {import("./state.mjs").Parameter} Parameter */
/** @typedef {import("./state.mjs").KernelName} KernelName */
/** @typedef {import("./state.mjs").Kind} Kind */

/** Where a point is, in words. @type {Record<Kind, string>} */
export const KINDS = {
  beyond: "beyond its margin",
  on: "on the margin",
  inside: "inside the margin",
  wrong: "misclassified",
};
/** The kinds of support vectors. @type {Exclude<Kind, "beyond">[]} */
const SUPPORT_KINDS = ["on", "inside", "wrong"];

/** A word on what a slider does. @type {Record<Parameter, string | Record<string, string>>} */
const HINTS = {
  C: "Small: a wide margin. Large: little slack.",
  gamma: {
    poly: "Large: the highest power counts most.",
    rbf: "Small: each point reaches far. Large: only its neighbours feel it.",
  },
  degree: "The highest power of the coordinates.",
  coef0: "At 0 the highest power is alone. Large: lower powers join in.",
};

/** @param {Parameter} name @param {KernelName} kernel */
export const hintFor = (name, kernel) => {
  const hint = HINTS[name];
  return typeof hint === "string" ? hint : (hint[kernel] ?? "");
};

const MARKS = {
  plus: '<rect x="5" y="5" width="10" height="10" class="lab-plus"/>',
  minus: '<circle cx="10" cy="10" r="5.5" class="lab-minus"/>',
  on: '<circle cx="10" cy="10" r="8"/>',
  inside: '<path d="M10 1l9 9-9 9-9-9z"/>',
  wrong: '<path d="M2.5 2.5l15 15m0-15l-15 15"/>',
};
/** @param {keyof typeof MARKS} name */
const icon = (name) =>
  `<svg class="lab-icon" viewBox="0 0 20 20" aria-hidden="true">${MARKS[name]}</svg>`;

const KEYS = [
  ["n, p", "the next point, the previous point"],
  ["arrow keys", "move the selected point, or the cross, by 0.1; with Shift by 0.5"],
  ["Enter or a", "deselect the point, or add one at the cross"],
  ["+ and -", "the class of the selected point, or of new points"],
  ["l", "change the class of the selected point"],
  ["Delete or Backspace", "remove it"],
  ["Escape", "deselect it"],
  ["s, Shift+S", "one step of the solver forwards, backwards"],
  ["u or Ctrl+Z, Ctrl+Y", "undo, redo"],
];

/** @param {Parameter} name */
export const isLogarithmic = (name) => name === "C" || name === "gamma";

/** @param {Parameter} name */
const slider = (name) => {
  const { label, min, max, integer } = PARAMETERS[name];
  const [low, high] = isLogarithmic(name) ? [min, max].map(Math.log10) : [min, max];
  const step = isLogarithmic(name) ? 0.05 : integer ? 1 : 0.1;
  return `<div class="lab-slider" data-parameter="${name}">
    <label for="lab-${name}">${label}</label>
    <input id="lab-${name}" type="range" min="${low}" max="${high}" step="${step}"
      aria-describedby="lab-${name}-hint">
    <input type="text" inputmode="decimal" size="7" aria-label="${label}, as a number"
      aria-describedby="lab-${name}-hint">
    <p class="lab-hint" id="lab-${name}-hint"></p>
  </div>`;
};

/** @param {string} value @param {string} label */
const kernelRadio = (value, label) =>
  `<label><input type="radio" name="lab-kernel" value="${value}">${label}</label>`;

/** @param {string} action @param {string} label @param {string} [attributes] */
const button = (action, label, attributes = "") =>
  `<button type="button" data-action="${action}"${attributes}>${label}</button>`;

/** The markup of the lab, with a button for each preset.
 * @param {Record<string, {title: string}>} presets */
export const stageHtml = (presets) => `
<div class="lab-bar lab-presets" role="group" aria-label="Presets">${Object.entries(presets)
  .map(
    ([name, { title }]) =>
      `<button type="button" data-preset="${name}" aria-pressed="false">${title}</button>`,
  )
  .join("")}</div>
<p class="lab-preset"></p>
<div class="lab-board">
  <div class="lab-frame">
    <canvas class="lab-plane" tabindex="0" role="application" aria-label="The plane"
      aria-describedby="lab-keys-hint lab-summary"></canvas>
    <span class="lab-reading" aria-hidden="true"></span>
    <p class="lab-note" role="status"></p>
  </div>
  <div class="lab-controls">
    <span class="lab-choice" role="radiogroup" aria-label="Kernel">
      <span class="lab-title" aria-hidden="true">Kernel</span>
      ${kernelRadio("linear", "linear")}
      ${kernelRadio("poly", "polynomial")}
      ${kernelRadio("rbf", "RBF")}
    </span>
    ${/** @type {Parameter[]} */ (Object.keys(PARAMETERS)).map(slider).join("")}
    <span class="lab-choice" role="radiogroup" aria-label="Class of new points">
      <span aria-hidden="true">New points</span>
      <label><input type="radio" name="lab-class" value="1" checked>${icon("plus")}+1</label>
      <label><input type="radio" name="lab-class" value="-1">${icon("minus")}\u22121</label>
    </span>
    <div class="lab-bar">
      ${button("undo", "Undo")}${button("redo", "Redo")}${button("clear", "Clear")}
    </div>
    <fieldset><legend>Step through the solver</legend>
      <div class="lab-steps">
        ${button("back", "\u25c0", ' aria-label="One step back"')}
        <input type="range" min="1" max="1" step="1" value="1" name="lab-step"
          aria-label="Step of the solver">
        ${button("forward", "\u25b6", ' aria-label="One step forwards"')}
      </div>
      <p class="lab-hint lab-step"></p>
    </fieldset>
  </div>
</div>
<p class="visually-hidden" id="lab-keys-hint">With the plane in focus, n and p go from point to
  point, the arrow keys move, Enter adds, Delete removes.</p>
<div class="lab-bar lab-selected">
  <p class="lab-point"></p>
  ${button("relabel", "Change class")}${button("remove", "Remove")}${button("link", "Copy link")}
</div>
<fieldset class="lab-random"><legend>Draw random points</legend>
  <div class="lab-steps">
    <select name="lab-shape" aria-label="Shape">
      <option value="groups">two groups</option><option value="xor">XOR</option>
      <option value="rings">rings</option>
    </select>
    ${button("sample", "Draw")}
  </div>
  <div class="lab-slider">
    <label for="lab-noise">noise</label>
    <input id="lab-noise" name="lab-noise" type="range" min="0" max="2" step="0.1" value="0.6"
      aria-describedby="lab-noise-hint">
    <output for="lab-noise">0.6</output>
    <p class="lab-hint" id="lab-noise-hint">How far points stray from their places.</p>
  </div>
</fieldset>
<p class="lab-legend">${SUPPORT_KINDS.map(
  (kind) => `<span>${icon(kind)} ${KINDS[kind]}</span>`,
).join("")}
  <span><span class="lab-line"></span> f = 0</span>
  <span><span class="lab-line lab-dashed"></span> f = ±1</span>
  <span>f \u2264 \u22122 <span class="lab-shades"></span> f \u2265 2</span></p>
<dl class="lab-numbers simple"></dl>
<p class="lab-summary visually-hidden" id="lab-summary" role="status"></p>
<details class="lab-fold lab-table"><summary>The points in a table</summary>
  <div class="lab-scroll" tabindex="0" role="group" aria-label="Table of the points"><table>
  <thead><tr><th scope="col">i</th><th scope="col">x</th><th scope="col">y</th>
  <th scope="col">α</th><th scope="col">ξ</th><th scope="col">where it is</th></tr></thead>
  <tbody></tbody></table></div></details>
<details class="lab-fold"><summary>The keys of the plane</summary>
  <table><tbody>${KEYS.map(
    ([key, what]) => `<tr><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`,
  ).join("")}</tbody></table>
</details>`;

/** @param {number} label */
export const signOf = (label) => (label > 0 ? "+1" : "\u22121");
/** @param {import("./geometry.mjs").Position} position */
export const coordinates = ({ x, y }) => `(${formatNumber(x)}, ${formatNumber(y)})`;
/** How many support vectors there are of each kind; beyond its margin one is only before
 * the optimum. @param {Result} result */
const supportCounts = ({ kind, alpha }) =>
  /** @type {Kind[]} */ ([...SUPPORT_KINDS, "beyond"])
    .map((name) => ({ name, count: kind.filter((other, i) => other === name && alpha[i]).length }))
    .filter(({ name, count }) => count || name !== "beyond");

/** Which classes have no point, in words, or "". @param {Point[]} points */
export const missingClasses = (points) => {
  const missing = [1, -1].filter((label) => points.every((point) => point.label !== label));
  if (!missing.length) return "";
  const classes = missing.map(signOf).join(", nor of class ");
  return `Two classes are needed: there is no point of class ${classes}.`;
};

/** The list of numbers below the plane.
 * @param {Result} result @param {State} state of which it is */
export const numbersHtml = (result, state) => {
  const { width, norm, flat } = result;
  const slack = result.slack.reduce((sum, value) => sum + value, 0);
  /** @type {[string, string][]} */
  const rows = [
    ["width 2/‖w‖", width === null ? "none" : formatNumber(width)],
    // A kernel with large values has a small w, and that is not rounding.
    ["‖w‖", formatNumber(norm, flat ? {} : { least: 0 })],
    ["b", formatNumber(result.b)],
    ["total slack", formatNumber(slack)],
    ["primal", formatNumber(result.primal)],
    ["dual", formatNumber(result.dual)],
    ["gap", formatNumber(result.duality_gap)],
    [
      "support vectors",
      supportCounts(result)
        .map(({ name, count }) => {
          const text =
            name === "beyond"
              ? `${count} beyond`
              : `${icon(name)}${count}<span class="visually-hidden"> ${KINDS[name]}</span>`;
          return `<span title="${KINDS[name]}">${text}</span>`;
        })
        .join(" "),
    ],
  ];
  if (state.kernel === "linear") {
    const w = weights(result, state.points).map((value) => formatNumber(value));
    rows.splice(2, 0, ["w", `(${w.join(", ")})`]);
  }
  return rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("");
};

/** The rows of the table of points.
 * @param {Point[]} points @param {Result | undefined} result */
export const tableRows = (points, result) =>
  points
    .map((point, i) => {
      const own = result
        ? [formatNumber(result.alpha[i]), formatNumber(result.slack[i]), KINDS[result.kind[i]]]
        : ["", "", ""];
      const cells = [coordinates(point), signOf(point.label), ...own];
      return `<tr><th scope="row">${i}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    })
    .join("");

/** What is shown, for those who do not see the plane.
 * @param {State} state @param {Result | undefined} result */
export const summary = ({ points, C }, result) => {
  if (!result) return `${points.length} points, no boundary.`;
  const { width, primal, dual, duality_gap: gap } = result;
  const counts = supportCounts(result).map(({ name, count }) => `${count} ${KINDS[name]}`);
  return (
    `${points.length} points, C = ${formatNumber(C)}. ` +
    `Width ${width === null ? "none" : formatNumber(width)}. ` +
    `Support vectors: ${counts.join(", ")}. ` +
    `Primal ${formatNumber(primal)}, dual ${formatNumber(dual)}, gap ${formatNumber(gap)}.`
  );
};

/** What the step of the solver did, or that this is the solution.
 * @param {number | undefined} step @param {number} steps @param {Result | undefined} result */
export const stepText = (step, steps, result) => {
  if (step === undefined) return `The solution, after ${steps} ${steps === 1 ? "step" : "steps"}.`;
  if (!result?.moved || !result.before) return "";
  const { alpha, before, moved } = result;
  const from = moved.map(
    (i, n) => `\u03b1 of point ${i} from ${formatNumber(before[n])} to ${formatNumber(alpha[i])}`,
  );
  const what = moved.length > 2 ? `${moved.length} multipliers at once` : from.join(", ");
  return (
    `Step ${step} of ${steps} moves ${what || "nothing that shows"}. ` +
    `Stopping gap ${formatNumber(result.kkt_gap)}.`
  );
};
