// What the margin lab asks svmlib in the worker, and how much at a time.

import { OVERTAKEN, pythonClient } from "../python-client.mjs";
import { KERNELS } from "./state.mjs";

/** @typedef {import("./geometry.mjs").Place} Place */
/** @typedef {import("./state.mjs").Answer} Answer */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {{points: Place[], labels: number[]}} Data */
/** @typedef {{grid: [number, number], tol?: number, max_iter?: number, step?: boolean}} How */

const FILE = "margin_lab.py"; // which answers
/** @type {How} once the reader rests; margin_lab.py has the tolerance and the number of steps */
export const FULL = { grid: [96, 72] };
/** @type {How} while a point or a slider moves */
export const QUICK = { grid: [48, 36], tol: 1e-6 };
const BUDGET = 60; // milliseconds that a quick answer may take
const STEPS = [50, 2000]; // of the solver, the least and the most of a quick answer
const SHARP = 10; // an RBF kernel with a larger gamma needs a finer grid

/** As fine as the boundary needs: f of a linear kernel is known by its corners.
 * @param {State} state @param {How} how @returns {[number, number]} */
const gridFor = ({ kernel, gamma }, how) => {
  if (kernel === "linear") return [2, 2];
  const times = how.grid === FULL.grid && kernel === "rbf" && gamma > SHARP ? 2 : 1;
  return [times * how.grid[0], times * how.grid[1]];
};

export class Solver {
  constructor() {
    this.patience = 200; // steps of the solver in a quick answer
  }

  /** The state as margin_lab.py takes it. @param {State} state */
  given(state) {
    const { points, kernel, C } = state;
    const parameters = KERNELS[kernel].map((name) => [name, state[name]]);
    return {
      points: points.map(({ x, y }) => [x, y]),
      labels: points.map(({ label }) => label),
      kernel: { name: kernel, ...Object.fromEntries(parameters) },
      C,
    };
  }

  /** Ask for the answer on its grid; undefined if a newer question overtook this one.
   * @param {State} state @param {How} how
   * @returns {Promise<{answer: Answer, grid: [number, number]} | undefined>} */
  async ask(state, how) {
    const grid = gridFor(state, how);
    const given = { ...this.given(state), ...how, grid };
    const answer = await pythonClient.ask(this, "margin", given, { file: FILE });
    return answer === OVERTAKEN ? undefined : { answer, grid };
  }

  /** Ask for an answer in as many steps as this machine takes in the time.
   * @param {State} state */
  async askQuickly(state) {
    const start = performance.now();
    const found = await this.ask(state, { ...QUICK, max_iter: this.patience });
    if (found) this.pace(performance.now() - start, found.answer.steps);
    return found;
  }

  /** Set the steps of the next quick answer. @param {number} time @param {number} steps */
  pace(time, steps) {
    if (time > 2 * BUDGET) this.patience = Math.max(STEPS[0], this.patience / 2);
    else if (time < BUDGET / 2 && steps >= this.patience)
      this.patience = Math.min(STEPS[1], this.patience * 2);
  }

  /** Ask for points at random; undefined if a newer wish overtook this one.
   * @param {{shape: string, noise: number, seed: number}} wish
   * @returns {Promise<Data | undefined>} */
  async drawPoints(wish) {
    const data = await pythonClient.ask("draw", "draw", wish, { file: FILE });
    return data === OVERTAKEN ? undefined : data;
  }
}
