// The margin lab's requests to svmlib in the worker, and how much work each may be.

import { SUPERSEDED, pythonClient } from "../python/client.mjs";
import { KERNELS } from "./state.mjs";

/** @typedef {import("./state.mjs").Result} Result */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {{points: [number, number][], labels: number[]}} Data */
/** A result, with its state and the grid of its values.
 * @typedef {{result: Result, state: State, grid: [number, number]}} Solved */
/** Options of `solve` in margin_lab.py, which has their defaults.
 * @typedef {{grid: [number, number], tol?: number, max_iter?: number, step?: boolean}} Options */

const FILE = "margin_lab.py";
/** @type {Options} once the reader rests */
export const FINE = { grid: [96, 72] };
/** @type {Options} while a point or a slider moves */
export const QUICK = { grid: [48, 36], tol: 1e-6 };
const QUICK_MS = 60; // what a quick solution should take
const QUICK_STEPS = { min: 50, max: 2000 }; // bounds on the solver's steps in that time
const SHARP_GAMMA = 10; // an RBF kernel with a larger gamma needs a finer grid

/** As fine as the boundary needs: f of a linear kernel is known by its corners.
 * @param {State} state @param {Options} options @returns {[number, number]} */
export const gridFor = ({ kernel, gamma }, { grid: [columns, rows] }) => {
  if (kernel === "linear") return [2, 2];
  const times = columns === FINE.grid[0] && kernel === "rbf" && gamma > SHARP_GAMMA ? 2 : 1;
  return [times * columns, times * rows];
};

/** The arguments of `solve` that a state gives. @param {State} state */
export const toArgs = (state) => {
  const { points, kernel, C } = state;
  const parameters = KERNELS[kernel].map((name) => [name, state[name]]);
  return {
    points: points.map(({ x, y }) => [x, y]),
    labels: points.map(({ label }) => label),
    kernel: { name: kernel, ...Object.fromEntries(parameters) },
    C,
  };
};

export class Solver {
  constructor() {
    this.maxSteps = 200; // of the solver in a quick solution, as this machine can take
  }

  /** Solve on a grid; undefined if a newer request superseded this one.
   * @param {State} state @param {Options} options
   * @returns {Promise<Solved | undefined>} */
  async solve(state, options) {
    const grid = gridFor(state, options);
    const args = { ...toArgs(state), ...options, grid };
    const result = await pythonClient.request(this, { file: FILE, method: "solve", args });
    return result === SUPERSEDED ? undefined : { result, state, grid };
  }

  /** Solve in as many steps as this machine takes in the time.
   * @param {State} state */
  async solveQuickly(state) {
    const start = performance.now();
    const solved = await this.solve(state, { ...QUICK, max_iter: this.maxSteps });
    if (solved) this.adjustSteps(performance.now() - start, solved.result.steps);
    return solved;
  }

  /** Set the steps of the next quick solution. @param {number} ms @param {number} steps */
  adjustSteps(ms, steps) {
    if (ms > 2 * QUICK_MS) this.maxSteps = Math.max(QUICK_STEPS.min, Math.floor(this.maxSteps / 2));
    else if (ms < QUICK_MS / 2 && steps >= this.maxSteps)
      this.maxSteps = Math.min(QUICK_STEPS.max, this.maxSteps * 2);
  }

  /** Draw points at random; undefined if a newer request superseded this one.
   * @param {{shape: string, noise: number, seed: number}} args
   * @returns {Promise<Data | undefined>} */
  async samplePoints(args) {
    const data = await pythonClient.request(this, { file: FILE, method: "sample", args });
    return data === SUPERSEDED ? undefined : data;
  }
}
