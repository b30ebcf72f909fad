// The mask, live: scores, labels and delta are the reader's, the rest is svmlib's.
// For tests, the element .mask-lab carries `lab` with `given` and `answer`, and
// data-settled="yes" when nothing is under way.

import { OVERTAKEN, Problem, engine, gate } from "./engine.mjs";

const signed = (value) => String(Number(value.toPrecision(6))).replace("-", "\u2212");
const grid = (name, caption, rows, columns, cell) => `
<table class="lab-grid" data-grid="${name}"><caption>${caption}</caption>
  <thead><tr><td></td>${columns.map((column) => `<th scope="col">${column}</th>`).join("")}</tr></thead>
  <tbody>${rows.map((row, i) => `<tr><th scope="row">${row}</th>${columns.map((_, j) =>
    `<td>${cell(i, j)}</td>`).join("")}</tr>`).join("")}</tbody></table>`;
const input = (name, label, value) =>
  `<input type="number" step="any" name="${name}" aria-label="${label}" value="${value}">`;

class MaskLab {
  constructor(element) {
    this.element = element;
    this.turn = 0;
    element.lab = this;
  }

  async begin() {
    this.start = await engine.ask(this, "case", {});
    const stage = document.createElement("div");
    stage.className = "lab-stage";
    const figure = this.element.querySelector("figure");
    figure.before(stage);
    figure.querySelectorAll("img").forEach((image) => { image.hidden = true; });
    this.stage = stage;
    this.reset();
    stage.addEventListener("input", () => this.update());
    stage.addEventListener("click", ({ target }) => {
      if (target.dataset.act === "reset") this.reset();
    });
  }

  reset() {
    const { S, X, y, delta } = this.start;
    const classes = S[0].map((_, j) => `class ${j}`);
    const examples = S.map((_, i) => `x<sub>${i}</sub>`);
    const out = () => "<span></span>";
    this.stage.innerHTML = `
      <div class="lab-grids">
        ${grid("S", "Scores S and labels y", examples, [...classes, "label"], (i, j) =>
    (j < S[0].length
      ? input(`s${i}${j}`, `score of example ${i} for class ${j}`, S[i][j])
      : input(`y${i}`, `label of example ${i}`, y[i])))}
        ${grid("H", "Hinge terms H, and their sum", examples, [...classes, "L<sub>i</sub>"], out)}
        ${grid("M", "Mask M, and the active classes", examples, [...classes, "n<sub>i</sub>"], out)}
        ${grid("X", "Features X", examples, X[0].map((_, k) => `feature ${k}`), (i, k) => `<span>${signed(X[i][k])}</span>`)}
        ${grid("gradient", "Gradient XᵀM/N", X[0].map((_, k) => `feature ${k}`), classes, out)}
      </div>
      <div class="lab-bar">
        <label class="lab-choice">Δ ${input("delta", "delta, the lead that is asked for", delta)}</label>
        <span class="lab-loss">loss <output data-loss></output></span>
        <button type="button" data-act="reset">The five examples again</button>
      </div>
      <p class="lab-note" role="status"></p>`;
    this.answer = undefined;
    this.update();
  }

  /** What stands in the inputs. */
  read() {
    const value = (name) => this.stage.querySelector(`[name="${name}"]`).valueAsNumber;
    const { S, X, y } = this.start;
    return {
      X,
      S: S.map((row, i) => row.map((_, j) => value(`s${i}${j}`))),
      y: y.map((_, i) => value(`y${i}`)),
      delta: value("delta"),
    };
  }

  /** Mark the inputs that hold nothing of use; tell of the first, or "". */
  check() {
    const classes = this.start.S[0].length;
    const wrong = ({ name, valueAsNumber: value }) => {
      if (Number.isNaN(value)) return "must be a number";
      const label = name.startsWith("y");
      if (label && !(Number.isInteger(value) && value >= 0 && value < classes))
        return `must be a whole number from 0 to ${classes - 1}`;
      return name === "delta" && value < 0 ? "must be 0 or more" : "";
    };
    let said = "";
    for (const field of this.stage.querySelectorAll("input")) {
      const words = wrong(field);
      if (words) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      const name = field.getAttribute("aria-label").split(",")[0];
      if (words) said ||= `The ${name} ${words}.`.replace("The delta", "Delta");
    }
    return said;
  }

  async update() {
    this.turn += 1;
    const { turn } = this;
    this.element.dataset.settled = "no";
    this.given = this.read();
    let problem = this.check();
    if (!problem) {
      try {
        const answer = await engine.ask(this, "mask", this.given);
        if (answer === OVERTAKEN || turn !== this.turn) return;
        this.show(answer);
      } catch (error) {
        if (turn !== this.turn) return;
        problem = error instanceof Problem ? `svmlib says: ${error.message}.` : error.message;
      }
    }
    this.stage.querySelector(".lab-note").textContent = problem;
    this.stage.classList.toggle("lab-stale", problem !== "");
    this.element.dataset.settled = "yes";
  }

  show(answer) {
    const first = this.answer === undefined;
    this.answer = answer;
    const { y } = this.given;
    const columns = (matrix, last) => matrix.map((row, i) => [...row, last[i]]);
    const shown = {
      H: columns(answer.H, answer.losses),
      M: columns(answer.M, answer.counts),
      gradient: answer.gradient,
    };
    this.cells("S").forEach((row, i) => row.forEach((cell, j) =>
      cell.classList.toggle("lab-own", j === y[i])));
    for (const [name, matrix] of Object.entries(shown)) {
      const classes = answer.gradient[0].length;
      this.cells(name).forEach((row, i) => row.forEach((cell, j) => {
        const value = matrix[i][j];
        const inside = j < classes;
        cell.dataset.sign = inside ? Math.sign(value) : "";
        cell.classList.toggle("lab-own", inside && name !== "gradient" && j === y[i]);
        this.put(cell, cell.firstElementChild, signed(value), first);
      }));
    }
    const loss = this.stage.querySelector("[data-loss]");
    this.put(loss, loss, signed(answer.loss), first);
  }

  cells(name) {
    const rows = this.stage.querySelectorAll(`[data-grid="${name}"] tbody tr`);
    return [...rows].map((row) => [...row.querySelectorAll("td")]);
  }

  put(cell, output, text, first) {
    const changed = !first && output.textContent !== text;
    output.textContent = text;
    cell.classList.toggle("lab-changed", changed);
  }
}

const element = document.querySelector(".mask-lab");
if (element) {
  const lab = new MaskLab(element);
  gate(element, { what: "the live mask", begin: () => lab.begin() });
}
