// The mask, live: the scores, labels and delta are the reader's, and the rest follows.
// For tests, the element .mask-lab carries `lab`, whose `inputs` and `outputs` are what is
// seen, and data-settled="yes".

import { formatNumber } from "./shared/format.mjs";
import { findIn, placeStage } from "./shared/stage.mjs";
import { MAX_INPUT, lossAndGradient } from "./mask-lab/hinge.mjs";

/** @typedef {HTMLElement & {lab?: MaskLab}} LabElement */

/**
 * @param {string} name
 * @param {string} caption
 * @param {string[]} rows
 * @param {string[]} columns
 * @param {(i: number, j: number) => string} cell
 */
const grid = (name, caption, rows, columns, cell) => `
<table class="lab-grid" data-grid="${name}"><caption>${caption}</caption>
  <thead><tr><td></td>${columns
    .map((column) => `<th scope="col">${column}</th>`)
    .join("")}</tr></thead>
  <tbody>${rows
    .map(
      (row, i) =>
        `<tr><th scope="row">${row}</th>${columns
          .map((_, j) => `<td>${cell(i, j)}</td>`)
          .join("")}</tr>`,
    )
    .join("")}</tbody></table>`;

/** @param {string} name @param {string} label @param {number} value */
const input = (name, label, value) =>
  `<input type="number" step="any" name="${name}" aria-label="${label}" value="${value}">`;

class MaskLab {
  /** @param {LabElement} element */
  constructor(element) {
    /** @type {import("./mask-lab/hinge.mjs").Case} */
    this.initial = JSON.parse(element.dataset.case ?? "");
    this.inputs = this.initial;
    this.outputs = lossAndGradient(this.inputs);
    this.stage = document.createElement("div");
    placeStage(element, this.stage);
    this.reset();
    this.stage.addEventListener("input", () => this.update());
    this.stage.addEventListener("click", ({ target }) => {
      if (/** @type {HTMLElement} */ (target).dataset.action === "reset") this.reset();
    });
    element.lab = this;
    element.dataset.settled = "yes";
  }

  reset() {
    const { S, X, y, delta } = this.initial;
    const classes = S[0].map((_, j) => `class ${j}`);
    const examples = S.map((_, i) => `x<sub>${i}</sub>`);
    const features = X[0].map((_, k) => `feature ${k}`);
    const out = () => "<span></span>";
    this.stage.className = "lab-stage"; // no longer lab-stale
    this.stage.innerHTML = `
      <div class="lab-grids">
        ${grid("S", "Scores S and labels y", examples, [...classes, "label"], (i, j) =>
          j < S[0].length
            ? input(`s${i}${j}`, `score of example ${i} for class ${j}`, S[i][j])
            : input(`y${i}`, `label of example ${i}`, y[i]),
        )}
        ${grid("H", "Hinge terms H, and their sum", examples, [...classes, "L<sub>i</sub>"], out)}
        ${grid("M", "Mask M, and the active classes", examples, [...classes, "n<sub>i</sub>"], out)}
        ${grid("X", "Features X", examples, features, (i, k) => `<span>${formatNumber(X[i][k])}</span>`)}
        ${grid("gradient", "Gradient XᵀM/N", features, classes, out)}
      </div>
      <div class="lab-bar">
        <label class="lab-choice">Δ
          ${input("delta", "delta, the lead that is asked for", delta)}</label>
        <span class="lab-loss">loss <output data-loss></output></span>
        <button type="button" data-action="reset">The five examples again</button>
      </div>
      <p class="lab-note" role="status"></p>`;
    this.inputs = this.initial;
    this.show(true);
  }

  /** What stands in the inputs. */
  read() {
    /** @param {string} name */
    const value = (name) => {
      /** @type {HTMLInputElement | null} */
      const field = this.stage.querySelector(`[name="${name}"]`);
      return field ? field.valueAsNumber : NaN;
    };
    const { S, X, y } = this.initial;
    return {
      X,
      S: S.map((row, i) => row.map((_, j) => value(`s${i}${j}`))),
      y: y.map((_, i) => value(`y${i}`)),
      delta: value("delta"),
    };
  }

  /** Mark the inputs that can't be used; return what is wrong with the first, or "". */
  validate() {
    const classes = this.initial.S[0].length;
    /** @param {HTMLInputElement} field */
    const errorOf = ({ name, valueAsNumber: value }) => {
      if (Number.isNaN(value)) return "must be a number";
      const label = name.startsWith("y");
      if (label && !(Number.isInteger(value) && value >= 0 && value < classes))
        return `must be a whole number from 0 to ${classes - 1}`;
      if (name === "delta" && value < 0) return "must be 0 or more";
      return Math.abs(value) > MAX_INPUT ? `must be at most ${MAX_INPUT} in size` : "";
    };
    let first = "";
    for (const field of this.stage.querySelectorAll("input")) {
      const error = errorOf(field);
      if (error) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      const name = field.name === "delta" ? "Delta" : `The ${field.ariaLabel}`;
      if (error) first ||= `${name} ${error}.`;
    }
    return first;
  }

  update() {
    const error = this.validate();
    if (!error) {
      this.inputs = this.read();
      this.show();
    }
    findIn(this.stage, ".lab-note").textContent = error;
    this.stage.classList.toggle("lab-stale", error !== "");
  }

  show(first = false) {
    this.outputs = lossAndGradient(this.inputs);
    const {
      outputs,
      inputs: { y },
    } = this;
    const classes = outputs.gradient[0].length;
    /** @param {number[][]} matrix @param {number[]} last */
    const joined = (matrix, last) => matrix.map((row, i) => [...row, last[i]]);
    const shown = {
      H: joined(outputs.H, outputs.losses),
      M: joined(outputs.M, outputs.counts),
      gradient: outputs.gradient,
    };
    this.cells("S").forEach((row, i) =>
      row.forEach((cell, j) => cell.classList.toggle("lab-own", j === y[i])),
    );
    for (const [name, matrix] of Object.entries(shown))
      this.cells(name).forEach((row, i) =>
        row.forEach((cell, j) => {
          const value = matrix[i][j];
          const inside = j < classes;
          cell.dataset.sign = inside ? String(Math.sign(value)) : "";
          cell.classList.toggle("lab-own", inside && name !== "gradient" && j === y[i]);
          this.showValue(cell, cell.firstElementChild ?? cell, value, first);
        }),
      );
    const loss = findIn(this.stage, "[data-loss]");
    this.showValue(loss, loss, outputs.loss, first);
  }

  /** @param {string} name */
  cells(name) {
    const rows = this.stage.querySelectorAll(`[data-grid="${name}"] tbody tr`);
    return [...rows].map((row) => [...row.querySelectorAll("td")]);
  }

  /** @param {Element} cell @param {Element} output @param {number} value @param {boolean} first */
  showValue(cell, output, value, first) {
    const text = formatNumber(value, { digits: 7 }); // a sum of whole scores has up to 7
    cell.classList.toggle("lab-changed", !first && output.textContent !== text);
    output.textContent = text;
  }
}

/** @type {LabElement | null} */
const element = document.querySelector(".mask-lab");
if (element) new MaskLab(element);
