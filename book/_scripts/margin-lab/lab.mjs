// The margin lab, started. svmlib computes in the worker; here its results are shown. Only
// this file changes what the lab holds; the others call its methods.
// For tests and teachers, the element .margin-lab carries `lab`, whose `state` and
// `result` are what is seen, and data-settled="yes" when nothing is under way.

import { RequestError, pythonClient } from "../python/client.mjs";
import { findIn, placeStage } from "../shared/stage.mjs";
import { addListeners, enableButtons, updateControls } from "./controls.mjs";
import { decision } from "./geometry.mjs";
import { listenToPointer, onKey } from "./input.mjs";
import { missingClasses, numbersHtml, stageHtml, summary, tableRows } from "./markup.mjs";
import { Plot } from "./plot.mjs";
import { toProblem, toPoints } from "./presets.mjs";
import { describePoint, describeStep } from "./readouts.mjs";
import { FINE, QUICK, Solver } from "./solver.mjs";
import { MAX_POINTS, clamp, encode, isLink } from "./state.mjs";
import { UndoStack } from "./undo.mjs";

/** @typedef {import("./geometry.mjs").Position} Position */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {import("./address.mjs").Address} Address */
/** @typedef {import("../margin-lab.mjs").LabElement} LabElement */
/** @typedef {import("./solver.mjs").Solved} Solved */

/** @param {State} state @returns {State} */
const copy = (state) => ({ ...state, points: state.points.map((point) => ({ ...point })) });

export class MarginLab {
  /** @param {LabElement} element @param {Address} address */
  constructor(element, address) {
    this.element = element;
    this.address = address;
    /** @type {State} */
    this.state = { points: [], kernel: "linear", C: 1, gamma: 0.5, degree: 3, coef0: 1 };
    /** @type {import("./presets.mjs").Presets} */
    this.presets = JSON.parse(element.dataset.presets ?? "{}");
    this.solver = new Solver();
    this.undoStack = new UndoStack();
    this.version = 0; // of the state, so that a result knows whether it is late
    this.newLabel = 1;
    this.seed = 0;
    /** @type {number | undefined} the step of the solver that is shown, not the solution */
    this.step = undefined;
    /** @type {number | undefined} */
    this.selected = undefined;
    /** @type {Position | undefined} */
    this.cursor = undefined;
    /** @type {{index: number, beside: boolean, dx: number, dy: number} | undefined} */
    this.drag = undefined;
    /** @type {Solved & {version: number} | undefined} what is shown, perhaps of an earlier state */
    this.shown = undefined;
    this.steps = 1; // of the solver to the solution
    this.stage = document.createElement("div");
    this.stage.className = "lab-stage";
    this.stage.innerHTML = stageHtml(this.presets);
    this.canvas = /** @type {HTMLCanvasElement} */ (this.find("canvas"));
    this.plot = new Plot(this.canvas, () => this.redraw());
    /** @type {number | undefined} */
    this.frame = undefined;
    /** What is due later: the request for the fine solution, the words that it takes long,
     * and the new address of the page.
     * @type {{fine?: number, slow?: number, address?: number}} */
    this.timers = {};
    element.lab = this;
  }

  get result() {
    return this.shown?.result;
  }

  // --- starting --------------------------------------------------------------------

  /** Show the lab with its first result, in place of the figure. */
  async begin() {
    const preset = this.presets[this.element.dataset.preset ?? ""];
    Object.assign(this.state, this.address.problem ?? toProblem(preset));
    const state = copy(this.state);
    const solved = await this.solver.solve(state, QUICK).catch((/** @type {unknown} */ error) => {
      if (!(error instanceof RequestError)) throw error;
    });
    placeStage(this.element, this.stage);
    this.show(solved ? { ...solved, version: this.version } : undefined);
    addListeners(this);
    listenToPointer(this);
    this.canvas.addEventListener("keydown", (event) => onKey(this, event));
    this.address.onLink = (problem) => this.replace(problem);
    pythonClient.progressListeners.add((/** @type {string} */ text) => {
      // The worker may also be starting again for an exercise, and the lab isn't waiting for it.
      if (this.element.dataset.settled === "no") this.showNote(text);
    });
    this.update();
    this.canvas.focus({ preventScroll: true });
  }

  /** @param {string} selector */
  find(selector) {
    return findIn(this.stage, selector);
  }

  /** @param {string} selector */
  field(selector) {
    return /** @type {HTMLInputElement} */ (this.find(selector));
  }

  // --- solving ----------------------------------------------------------------------

  /** From here on the numbers that are shown are those of an earlier state. */
  unsettle() {
    this.version += 1;
    this.element.dataset.settled = "no";
    clearTimeout(this.timers.fine);
    this.showNote("");
    this.startSlowTimer();
  }

  startSlowTimer() {
    clearTimeout(this.timers.slow);
    this.timers.slow = setTimeout(() => {
      this.showNote("Still computing. The picture is not the final one.");
      this.setBusy(true);
    }, 700);
  }

  /** Write into the plane, where the reader looks.
   * @param {string} text */
  showNote(text) {
    this.find(".lab-note").textContent = text;
  }

  /** @param {boolean} yes */
  setBusy(yes) {
    this.find(".lab-numbers").setAttribute("aria-busy", String(yes));
  }

  async update() {
    this.step = undefined;
    this.unsettle();
    this.redraw();
    updateControls(this);
    const missing = missingClasses(this.state.points);
    if (missing) {
      this.show(undefined);
      this.settle(missing);
    } else if (await this.solve()) this.refine();
  }

  /** Once the reader rests: a finer grid, and more steps if the solver wants them. */
  refine() {
    clearTimeout(this.timers.fine);
    clearTimeout(this.timers.slow);
    if (this.drag) return;
    this.startSlowTimer();
    this.timers.fine = setTimeout(async () => {
      if (await this.solve(FINE)) this.settle(this.result?.note ?? "");
    }, 80);
  }

  /** Solve and show; true if the result is that of the newest state.
   * @param {import("./solver.mjs").Options} [options] without them, quickly */
  async solve(options) {
    const { version, solver, undoStack } = this;
    const { group, past } = undoStack;
    const changes = past.length;
    const state = copy(this.state);
    try {
      const solved = await (options ? solver.solve(state, options) : solver.solveQuickly(state));
      if (!solved) return false;
      // While a point or a slider moves on, the boundary follows as fast as it can.
      const movesOn = group && group === undoStack.group && changes === past.length;
      if (version === this.version || movesOn) this.show({ ...solved, version });
      return version === this.version;
    } catch (error) {
      if (version !== this.version) return false;
      const { message } = /** @type {Error} */ (error);
      this.show(undefined);
      this.settle(error instanceof RequestError ? `svmlib says: ${message}.` : message);
      return false;
    }
  }

  // --- stepping --------------------------------------------------------------------

  /** Show the state of the solver after k steps; its last step is the solution.
   * @param {number} k */
  async showStep(k) {
    if (missingClasses(this.state.points)) return;
    this.unsettle();
    if (k >= this.steps) {
      this.step = undefined;
      this.refine();
    } else {
      this.step = k;
      if (await this.solve({ ...FINE, max_iter: k, step: true })) this.settle("");
    }
    describeStep(this);
  }

  /** One step forwards or back. A step forwards from the solution shows the first step again.
   * @param {number} by */
  stepBy(by) {
    const from = this.step ?? (by > 0 ? 0 : this.steps);
    this.showStep(Math.min(this.steps, Math.max(1, from + by)));
  }

  // --- showing ---------------------------------------------------------------------

  redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.plot.draw(this);
    });
  }

  /** @param {MarginLab["shown"]} shown */
  show(shown) {
    this.shown = shown;
    if (shown && this.step === undefined) this.steps = shown.result.steps;
    this.find(".lab-numbers").innerHTML = shown ? numbersHtml(shown.result, shown.state) : "";
    describePoint(this);
    this.redraw();
  }

  /** @param {string} note */
  settle(note) {
    clearTimeout(this.timers.slow);
    this.setBusy(false);
    this.showNote(note);
    this.find(".lab-table tbody").innerHTML = tableRows(this.state.points, this.result);
    describePoint(this);
    describeStep(this);
    const point = this.selected === undefined ? "" : `${this.find(".lab-point").textContent} `;
    const step = this.step === undefined ? "" : `${this.find(".lab-step").textContent} `;
    this.announce(step + point + summary(this.state, this.result));
    clearTimeout(this.timers.address);
    if (this.undoStack.past.length || isLink(location.hash))
      this.timers.address = setTimeout(
        () => history.replaceState(null, "", encode(this.state)),
        300,
      );
    this.element.dataset.settled = "yes";
  }

  /** Say it to those who do not see the plane: a screen reader reads only this line by itself.
   * @param {string} text */
  announce(text) {
    this.find(".lab-summary").textContent = text;
  }

  /** f at a position of the plane, from the multipliers that are shown.
   * @param {Position} position */
  f(position) {
    if (!this.shown) return NaN;
    const { result, state } = this.shown;
    return decision(result, state, position);
  }

  // --- pointing --------------------------------------------------------------------

  get selectedPoint() {
    return this.selected === undefined ? undefined : this.state.points[this.selected];
  }

  /** @param {number} index */
  select(index) {
    this.selected = index;
    this.cursor = undefined;
    this.showPosition();
  }

  /** Let go of the point, and leave the cursor in its place. */
  deselect() {
    const point = this.selectedPoint;
    if (!point) return;
    this.selected = undefined;
    this.moveCursor(point);
  }

  /** @param {Position} position */
  moveCursor(position) {
    this.cursor = clamp(position);
    this.showPosition();
  }

  /** Show, and announce, what is selected or where the cursor is. */
  showPosition() {
    this.redraw();
    enableButtons(this);
    describePoint(this);
    this.announce(this.find(".lab-point").textContent ?? "");
  }

  /** @param {number} label */
  setNewLabel(label) {
    this.newLabel = label;
    updateControls(this);
  }

  /** Take hold of a point. If the pointer's position is only `beside` it, the point is selected
   * once it moves.
   * @param {number} index @param {Position} position @param {boolean} beside */
  beginDrag(index, { x, y }, beside) {
    const point = this.state.points[index];
    if (!beside) this.select(index);
    this.endGroup();
    this.drag = { index, beside, dx: point.x - x, dy: point.y - y };
  }

  /** @param {Position} position */
  dragTo({ x, y }) {
    const { drag } = this;
    if (!drag) return;
    if (drag.beside) this.select(drag.index);
    drag.beside = false;
    this.move(drag.index, { x: x + drag.dx, y: y + drag.dy });
  }

  /** If the quick result of the last position is shown, ask for the fine one. Otherwise,
   * `update` does so when it comes. */
  endDrag() {
    if (!this.drag) return;
    this.drag = undefined;
    this.endGroup();
    const { settled } = this.element.dataset;
    if (settled === "no" && this.shown?.version === this.version) this.refine();
  }

  // --- changing --------------------------------------------------------------------

  /** Change the state, and remember the one before; quick changes of one group are one.
   * @param {() => void} mutate @param {string} [group] */
  change(mutate, group) {
    const before = copy(this.state);
    mutate();
    this.address.warn("");
    this.undoStack.remember(before, group, this.drag !== undefined);
    this.afterChange();
  }

  /** The next change is one of its own, even if its group is that of the last. */
  endGroup() {
    this.undoStack.endGroup();
  }

  afterChange() {
    if (this.selected !== undefined && this.selected >= this.state.points.length)
      this.selected = undefined;
    this.update();
    describePoint(this);
  }

  /** @param {Partial<State>} changes @param {string} [group] */
  set(changes, group) {
    this.change(() => {
      Object.assign(this.state, changes);
    }, group);
  }

  /** Take other points, and let go of what was held of the old ones.
   * @param {Partial<State>} changes @param {string} [group] */
  replace(changes, group) {
    this.selected = this.cursor = this.drag = undefined;
    this.set(changes, group);
  }

  /** @param {Position} position @param {number} label */
  add(position, label) {
    if (this.state.points.length >= MAX_POINTS) {
      this.showNote(`The lab takes ${MAX_POINTS} points, and no more.`);
      return;
    }
    const point = { ...clamp(position), label };
    this.change(() => {
      this.selected = this.state.points.push(point) - 1;
    });
    this.cursor = undefined;
  }

  /** @param {number} index @param {Position} position */
  move(index, position) {
    const point = this.state.points[index];
    if (!point) return; // undone or cleared meanwhile
    const { x, y } = clamp(position);
    if (x === point.x && y === point.y) return;
    this.change(() => {
      Object.assign(point, { x, y });
    }, `move ${index}`);
  }

  /** Change the class of the selected point. */
  relabel() {
    const point = this.selectedPoint;
    if (!point) return;
    this.change(() => {
      point.label *= -1;
    });
  }

  /** Remove the selected point. */
  remove() {
    const point = this.selectedPoint;
    if (!point) return;
    this.deselect();
    this.set({ points: this.state.points.filter((other) => other !== point) });
  }

  undo() {
    this.restore(this.undoStack.undo(this.state));
  }

  redo() {
    this.restore(this.undoStack.redo(this.state));
  }

  /** @param {State | undefined} state */
  restore(state) {
    if (!state) return;
    this.state = state;
    this.selected = this.drag = undefined;
    this.afterChange();
  }

  /** Draw points at random, unless the reader does something else before they come.
   * @param {boolean} [newSeed] others than the last time */
  async samplePoints(newSeed) {
    if (newSeed) this.seed += 1;
    const noise = Number(this.field('[name="lab-noise"]').value);
    const shape = this.field('[name="lab-shape"]').value;
    this.unsettle();
    const { version } = this;
    try {
      const data = await this.solver.samplePoints({ shape, noise, seed: this.seed });
      if (data && version === this.version)
        this.replace({ points: toPoints(data) }, newSeed ? undefined : "noise");
    } catch (error) {
      if (version === this.version) this.settle(/** @type {Error} */ (error).message);
    }
  }

  async copyLink() {
    const link = new URL(encode(this.state), location.href).href;
    history.replaceState(null, "", link);
    let text = "The link is copied: it holds the points, the kernel and C.";
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      text = "The link is the address of this page, as it stands now.";
    }
    this.showNote(text);
    this.announce(text);
  }
}
