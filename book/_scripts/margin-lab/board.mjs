// The margin lab, started. svmlib computes in the worker; here its answers are shown.
// For tests and teachers, the element .margin-lab carries `lab`, whose `state` and
// `answer` are what is seen, and data-settled="yes" when nothing is under way.

import { Problem, pythonClient } from "../python-client.mjs";
import { short } from "../format.mjs";
import { decision } from "./geometry.mjs";
import { listenToPointer, pressKey } from "./input.mjs";
import { Plot } from "./plot.mjs";
import { FULL, QUICK, Solver } from "./solver.mjs";
import {
  KERNELS, LIMITS, MOST, PARAMETERS, clamp, encode, isLink, toNumber, unfit,
} from "./state.mjs";
import { UndoStack } from "./undo.mjs";
import {
  KINDS, hint, isLogarithmic, numbers, sign, stage, stepText, summary, table, where,
} from "./view.mjs";

/** @typedef {import("./state.mjs").Answer} Answer */
/** @typedef {import("./state.mjs").KernelName} KernelName */
/** @typedef {import("./state.mjs").Link} Link */
/** @typedef {import("./state.mjs").Parameter} Parameter */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {import("../margin-lab.mjs").Address} Address */
/** @typedef {import("../margin-lab.mjs").Element} Element */
/** @typedef {import("./solver.mjs").Data} Data */
/** @typedef {Data & {title: string, words: string, kernel: {name: KernelName} & Record<string, number>, C: number}} Story */

/** @param {Data} data */
const toPoints = ({ points, labels }) =>
  points.map(([x, y], i) => ({ x, y, label: labels[i] }));
/** @param {State} state @returns {State} */
const copy = (state) => ({ ...state, points: state.points.map((point) => ({ ...point })) });

export class MarginLab {
  /** @param {Element} element @param {Address} address */
  constructor(element, address) {
    this.element = element;
    this.address = address;
    /** @type {State} */
    this.state = { points: [], kernel: "linear", C: 1, gamma: 0.5, degree: 3, coef0: 1 };
    /** @type {Record<string, Story>} */
    this.stories = JSON.parse(element.dataset.stories ?? "{}");
    this.solver = new Solver();
    this.undoStack = new UndoStack();
    this.turn = 0; // counts the states, so that an answer knows whether it is late
    this.newLabel = 1;
    this.seed = 0;
    /** @type {number | undefined} the step of the solver that is shown, not the solution */
    this.step = undefined;
    /** @type {number | undefined} */
    this.selected = undefined;
    /** @type {{x: number, y: number} | undefined} */
    this.cursor = undefined;
    /** @type {{index: number, beside: boolean, number: number, dx: number, dy: number} | undefined} */
    this.drag = undefined;
    /** @type {Answer | undefined} */
    this.answer = undefined;
    /** @type {State | undefined} what it answers, and on which grid */
    this.asked = undefined;
    /** @type {[number, number]} */
    this.drawn = [2, 2];
    this.steps = 1; // of the solver to the solution
    this.stage = document.createElement("div");
    this.stage.className = "lab-stage";
    this.stage.innerHTML = stage(this.stories);
    this.canvas = /** @type {HTMLCanvasElement} */ (this.find("canvas"));
    this.plot = new Plot(this.canvas, () => this.redraw());
    /** @type {number | undefined} */
    this.frame = undefined;
    /** @type {number | undefined} */
    this.pointTimer = undefined;
    element.lab = this;
  }

  // --- starting --------------------------------------------------------------------

  /** Show the lab with its first answer, in place of the figure. */
  async begin() {
    Object.assign(this.state, this.address.link ?? this.story(this.element.dataset.story ?? ""));
    const asked = copy(this.state);
    const found = await this.solver.ask(asked, QUICK).catch(
      (/** @type {unknown} */ error) => { if (!(error instanceof Problem)) throw error; });
    const figure = this.element.querySelector("figure");
    figure?.before(this.stage);
    figure?.querySelectorAll("img").forEach((image) => { image.hidden = true; });
    this.show(found?.answer, asked, found?.grid);
    this.listen();
    this.address.listener = (link) => this.replace(link);
    pythonClient.listeners.add((/** @type {string} */ text) => this.say(text));
    this.update();
    this.canvas.focus({ preventScroll: true });
    this.find(".lab-board").scrollIntoView({ block: "nearest" });
  }

  /** @param {string} selector @returns {HTMLElement} */
  find(selector) {
    const found = this.stage.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return found;
  }

  /** @param {string} selector */
  field(selector) {
    return /** @type {HTMLInputElement} */ (this.find(selector));
  }

  /** @param {string} name @returns {Link} */
  story(name) {
    const { kernel: { name: kernel, ...parameters }, C, points, labels } = this.stories[name];
    return { ...parameters, points: toPoints({ points, labels }), kernel, C };
  }

  /** The story that has the points of the state, or "". */
  storyNow() {
    const { points } = this.state;
    /** @param {Data} data */
    const same = ({ points: places, labels }) => places.length === points.length &&
      points.every(({ x, y, label }, i) =>
        x === places[i][0] && y === places[i][1] && label === labels[i]);
    return Object.keys(this.stories).find((name) => same(this.stories[name])) ?? "";
  }

  // --- asking ----------------------------------------------------------------------

  missing() {
    const lacking = [1, -1].filter((label) =>
      this.state.points.every((point) => point.label !== label));
    if (!lacking.length) return "";
    return `Two classes are needed: there is no point of class ${lacking.map(sign).join(", nor of class ")}.`;
  }

  /** From here on the numbers that are shown are those of an earlier state. */
  unsettle() {
    this.turn += 1;
    this.element.dataset.settled = "no";
    clearTimeout(this.later);
    this.say("");
    this.wait();
  }

  wait() {
    clearTimeout(this.slow);
    this.slow = setTimeout(() => {
      this.say("Still computing. The picture is not the final one.");
      this.busy(true);
    }, 700);
  }

  /** What is said stands in the plane, where the reader looks.
   * @param {string} text */
  say(text) {
    this.find(".lab-note").textContent = text;
  }

  /** @param {boolean} yes */
  busy(yes) {
    this.find(".lab-numbers").setAttribute("aria-busy", String(yes));
  }

  async update() {
    this.step = undefined;
    this.unsettle();
    this.redraw();
    this.controls();
    const lacking = this.missing();
    if (lacking) {
      this.show(undefined);
      this.settle(lacking);
    } else if (await this.solve()) {
      this.rough = this.turn;
      this.finish();
    }
  }

  /** Once the reader rests: a finer grid, and more steps if the solver wants them. */
  finish() {
    clearTimeout(this.later);
    clearTimeout(this.slow);
    if (this.drag) return;
    this.wait();
    this.later = setTimeout(async () => {
      if (await this.solve(FULL)) this.settle(this.answer?.note ?? "");
    }, 80);
  }

  /** A drag is over: if its last quick answer is here, the full one is due. */
  endDrag() {
    if (this.element.dataset.settled === "no" && this.rough === this.turn) this.finish();
  }

  /** Ask and show; true if the answer is that of the newest state.
   * @param {import("./solver.mjs").How} [how] without it, quickly */
  async solve(how) {
    const { turn, solver, undoStack: { name } } = this;
    const asked = copy(this.state);
    try {
      const found = await (how ? solver.ask(asked, how) : solver.askQuickly(asked));
      if (!found) return false;
      // While a point or a slider moves on, the boundary follows as fast as it can.
      const follows = name && name === this.undoStack.name &&
        asked.points.length === this.state.points.length && !this.missing();
      if (turn === this.turn || follows) this.show(found.answer, asked, found.grid, turn);
      return turn === this.turn;
    } catch (error) {
      if (turn !== this.turn) return false;
      const { message } = /** @type {Error} */ (error);
      this.show(undefined);
      this.settle(error instanceof Problem ? `svmlib says: ${message}.` : message);
      return false;
    }
  }

  // --- stepping --------------------------------------------------------------------

  /** Show the state of the solver after k steps; its last step is the solution.
   * @param {number} k */
  async showStep(k) {
    if (this.missing() || k === (this.step ?? this.steps)) return;
    this.unsettle();
    if (k >= this.steps) {
      this.step = undefined;
      this.finish();
    } else {
      this.step = k;
      if (await this.solve({ ...FULL, max_iter: k, step: true })) this.settle("");
    }
    this.describeStep();
  }

  /** One step on or back; from the solution on, the first step comes next.
   * @param {number} by */
  stepBy(by) {
    const from = this.step ?? (by > 0 ? 0 : this.steps);
    this.showStep(Math.min(this.steps, Math.max(1, from + by)));
  }

  describeStep() {
    const { answer, steps, step } = this;
    const range = this.field('[name="lab-step"]');
    range.max = String(steps);
    if (step === undefined || range !== document.activeElement) range.value = String(step ?? steps);
    const text = stepText(step, steps, answer);
    range.setAttribute("aria-valuetext", text);
    this.find(".lab-step").textContent = answer ? text : "";
    for (const control of [range, this.field('[data-act="back"]'), this.field('[data-act="forward"]')])
      control.disabled = !answer;
  }

  // --- showing ---------------------------------------------------------------------

  redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.plot.draw(this);
    });
  }

  /**
   * Show an answer, and remember of which state it is.
   * @param {Answer | undefined} answer
   * @param {State} [asked] the state that was asked about
   * @param {[number, number]} [grid]
   * @param {number} [turn]
   */
  show(answer, asked, grid = [2, 2], turn) {
    this.answer = answer;
    this.asked = asked;
    this.drawn = grid;
    this.shown = turn;
    if (answer && this.step === undefined) this.steps = answer.steps;
    this.find(".lab-numbers").innerHTML = answer && asked ? numbers(answer, asked) : "";
    this.describePoint();
    this.redraw();
  }

  /** @param {string} note */
  settle(note) {
    clearTimeout(this.slow);
    this.busy(false);
    this.say(note);
    this.find(".lab-table tbody").innerHTML = table(this.state.points, this.answer);
    this.describePoint();
    this.describeStep();
    const point = this.selected === undefined ? "" : `${this.find(".lab-point").textContent} `;
    const step = this.step === undefined ? "" : `${this.find(".lab-step").textContent} `;
    this.announce(step + point + summary(this.state, this.answer));
    clearTimeout(this.writing);
    if (this.undoStack.past.length || isLink(location.hash))
      this.writing = setTimeout(() => history.replaceState(null, "", encode(this.state)), 300);
    this.element.dataset.settled = "yes";
  }

  /** For those who do not see the plane; the lines that change meanwhile are not read.
   * @param {string} text */
  announce(text) {
    this.find(".lab-summary").textContent = text;
  }

  /** f at a place of the plane, from the multipliers that are shown.
   * @param {{x: number, y: number}} place */
  f({ x, y }) {
    const { answer, asked } = this;
    return answer && asked
      ? decision(answer, asked.points, { ...asked, name: asked.kernel }, [x, y]) : NaN;
  }

  /** Show f beside the pointer, and nothing without one.
   * @param {{x: number, y: number}} [pointer] */
  showReading(pointer) {
    const reading = this.find(".lab-reading");
    reading.textContent = "";
    if (!pointer || !this.answer) return;
    const place = { x: clamp(pointer.x, LIMITS[0]), y: clamp(pointer.y, LIMITS[1]) };
    reading.textContent = `f${where(place)} = ${short(this.f(place))}`;
    const left = place.x > 0.2 * LIMITS[0];
    const up = place.y < 0.8 * LIMITS[1];
    reading.style.left = `${(place.x / LIMITS[0] + 1) * 50}%`;
    reading.style.top = `${(1 - place.y / LIMITS[1]) * 50}%`;
    reading.style.transform = `translate(${left ? "calc(-100% - 14px)" : "14px"}, ${up ? "calc(-100% - 10px)" : "14px"})`;
  }

  /** The line below the plane. Numbers of before stay for a moment, lest they flicker.
   * @param {boolean} [late] */
  describePoint(late) {
    const place = this.find(".lab-point");
    const i = this.selected;
    const point = i === undefined ? undefined : this.state.points[i];
    const mouse = "Click to add a point, right-click or Shift-click to add one of the other class. Drag a point to move it.";
    let text = matchMedia("(pointer: coarse)").matches
      ? "Tap to add a point. Drag a point to move it." : mouse;
    if (point && i !== undefined) {
      const answer = this.shown === this.turn ? this.answer : undefined;
      if (answer || late || !place.textContent?.startsWith(`Point ${i},`)) {
        text = `Point ${i}, class ${sign(point.label)}, at ${where(point)}`;
        if (answer)
          text += `: ${KINDS[/** @type {keyof typeof KINDS} */ (answer.kind[i])]}, α = ${short(answer.alpha[i])}, ξ = ${short(answer.slack[i])}`;
        text += ".";
      } else {
        text = place.textContent;
        this.pointTimer ??= setTimeout(() => {
          this.pointTimer = undefined;
          this.describePoint(true);
        }, 150);
      }
    } else if (this.cursor) {
      const f = this.answer ? `, where f = ${short(this.f(this.cursor))}` : "";
      text = `The cross is at ${where(this.cursor)}${f}. Enter adds a point.`;
    }
    if (place.textContent !== text) place.textContent = text;
    const dead = {
      relabel: !point, remove: !point, undo: !this.undoStack.past.length,
      redo: !this.undoStack.future.length,
      clear: !this.state.points.length,
    };
    for (const [act, is] of Object.entries(dead)) this.field(`[data-act="${act}"]`).disabled = is;
  }

  controls() {
    const { kernel } = this.state;
    this.field(`[name="lab-kernel"][value="${kernel}"]`).checked = true;
    this.field(`[name="lab-class"][value="${this.newLabel}"]`).checked = true;
    for (const name of /** @type {Parameter[]} */ (Object.keys(PARAMETERS))) {
      const row = this.find(`[data-parameter="${name}"]`);
      row.hidden = name !== "C" && !KERNELS[kernel].includes(name);
      const [range, text] = row.querySelectorAll("input");
      const value = this.state[name];
      range.value = String(isLogarithmic(name) ? Math.log10(value) : value);
      range.setAttribute("aria-valuetext", String(value));
      if (document.activeElement !== text) text.value = String(value);
      this.fault(text, "");
    }
    const now = this.storyNow();
    for (const button of this.stage.querySelectorAll("[data-story]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-story") === now));
    this.find(".lab-story").textContent = this.stories[now]?.words ??
      "Points of your own. Undo leads back to the story.";
  }

  /** Say below a slider what is wrong with its number, or again what it does.
   * @param {HTMLInputElement} field @param {string} problem */
  fault(field, problem) {
    const row = field.closest("[data-parameter]");
    const words = row?.querySelector(".lab-hint");
    if (!(row instanceof HTMLElement) || !words) return;
    if (problem) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    words.classList.toggle("lab-fault", problem !== "");
    words.textContent = problem || hint(/** @type {Parameter} */ (row.dataset.parameter), this.state.kernel);
  }

  // --- changing --------------------------------------------------------------------

  /** Change the state, and remember the one before; quick changes of one name are one.
   * @param {() => void} make @param {string} [name] */
  change(make, name) {
    const before = copy(this.state);
    make();
    this.address.warn("");
    this.undoStack.remember(before, name, this.drag !== undefined);
    this.changed();
  }

  changed() {
    if (this.selected !== undefined && this.selected >= this.state.points.length)
      this.selected = undefined;
    this.update();
    this.describePoint();
  }

  /** Take other points, and let go of what was held of the old ones.
   * @param {Partial<State>} given @param {string} [name] */
  replace(given, name) {
    this.selected = this.cursor = this.drag = undefined;
    this.change(() => { Object.assign(this.state, given); }, name);
  }

  /** @param {{x: number, y: number}} place @param {number} label */
  add(place, label) {
    if (this.state.points.length >= MOST) {
      this.say(`The lab takes ${MOST} points, and no more.`);
      return;
    }
    const point = { x: clamp(place.x, LIMITS[0]), y: clamp(place.y, LIMITS[1]), label };
    this.change(() => { this.selected = this.state.points.push(point) - 1; });
    this.cursor = undefined;
  }

  /** @param {number} index @param {{x: number, y: number}} place */
  move(index, place) {
    const point = this.state.points[index];
    if (!point) return; // undone or cleared meanwhile
    const [x, y] = [clamp(place.x, LIMITS[0]), clamp(place.y, LIMITS[1])];
    if (x === point.x && y === point.y) return;
    this.change(() => { Object.assign(point, { x, y }); }, `move ${index} ${this.drag?.number}`);
  }

  /** @param {number} index */
  relabel(index) {
    this.change(() => { this.state.points[index].label *= -1; });
  }

  /** @param {number} index */
  remove(index) {
    this.change(() => {
      const [gone] = this.state.points.splice(index, 1);
      this.cursor = { x: gone.x, y: gone.y };
      this.selected = undefined;
    });
  }

  /** @param {number} index */
  select(index) {
    this.selected = index;
    this.cursor = undefined;
    this.redraw();
    this.describePoint();
    this.announce(this.find(".lab-point").textContent ?? "");
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
    this.changed();
  }

  /** Draw points at random, unless the reader does something else before they come.
   * @param {boolean} [afresh] others than the last time */
  async random(afresh) {
    if (afresh) this.seed += 1;
    const noise = Number(this.field('[name="lab-noise"]').value);
    const shape = this.field('[name="lab-shape"]').value;
    this.unsettle();
    const { turn } = this;
    try {
      const data = await this.solver.drawPoints({ shape, noise, seed: this.seed });
      if (data && turn === this.turn)
        this.replace({ points: toPoints(data) }, afresh ? undefined : "noise");
    } catch (error) {
      if (turn === this.turn) this.settle(/** @type {Error} */ (error).message);
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
    this.say(text);
    this.announce(text);
  }

  // --- listening -------------------------------------------------------------------

  listen() {
    const { stage } = this;
    /** @type {Record<string, () => void>} */
    const acts = {
      relabel: () => this.selected !== undefined && this.relabel(this.selected),
      remove: () => this.selected !== undefined && this.remove(this.selected),
      undo: () => this.undo(),
      redo: () => this.redo(),
      clear: () => this.change(() => { this.state.points = []; }),
      link: () => this.copyLink(),
      back: () => this.stepBy(-1),
      forward: () => this.stepBy(1),
      draw: () => this.random(true),
    };
    stage.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement} */ (target).closest("button");
      const { act, story } = button?.dataset ?? {};
      if (act) acts[act]();
      if (story) this.replace(this.story(story));
    });
    stage.addEventListener("input", ({ target }) =>
      this.input(/** @type {HTMLInputElement} */ (target)));
    stage.addEventListener("change", ({ target }) => {
      // The next number typed is another change.
      if (/** @type {HTMLInputElement} */ (target).type === "text") this.undoStack.pause();
    });
    stage.addEventListener("focusout", () => this.controls());
    this.canvas.addEventListener("keydown", (event) => pressKey(this, event));
    document.addEventListener("keydown", (event) => this.shortcut(event));
    listenToPointer(this);
  }

  /** Ctrl+Z, Ctrl+Y and their like, unless they belong to a field of text.
   * @param {KeyboardEvent} event */
  shortcut(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    const here = at === document.body || this.stage.contains(at);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !here || at.matches('[type="text"]'))
      return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
    else if (key === "z") this.undo();
    else return;
    event.preventDefault();
  }

  /** @param {HTMLInputElement} target */
  input(target) {
    const { name, value } = target;
    if (name === "lab-class") this.newLabel = Number(value);
    else if (name === "lab-kernel")
      this.change(() => { this.state.kernel = /** @type {KernelName} */ (value); });
    else if (name === "lab-step") this.showStep(Number(value));
    else if (name === "lab-shape") this.random(true);
    else if (name === "lab-noise") {
      this.find('output[for="lab-noise"]').textContent = value;
      this.random();
    } else this.parameter(target);
  }

  /** @param {HTMLInputElement} target */
  parameter(target) {
    const row = /** @type {HTMLElement | null} */ (target.closest("[data-parameter]"));
    const name = /** @type {Parameter | undefined} */ (row?.dataset.parameter);
    if (!name) return;
    let value = toNumber(target.value);
    if (target.type === "range" && isLogarithmic(name)) value = Number((10 ** value).toPrecision(3));
    const problem = unfit(name, value);
    if (problem) {
      this.fault(target, `${problem}.`);
      this.announce(`${problem}.`);
    } else this.change(() => { this.state[name] = value; }, name);
  }
}
