// The presets of the margin lab, which the page holds: the problems that it may begin with.

/** @typedef {import("./geometry.mjs").Point} Point */
/** @typedef {import("./solver.mjs").Data} Data */
/** @typedef {import("./state.mjs").KernelName} KernelName */
/** @typedef {import("./state.mjs").Problem} Problem */
/** @typedef {Data & {title: string, description: string,
 *   kernel: {name: KernelName} & Record<string, number>, C: number}} Preset */
/** By their names. @typedef {Record<string, Preset>} Presets */

/** @param {Data} data @returns {Point[]} */
export const toPoints = ({ points, labels }) =>
  points.map(([x, y], i) => ({ x, y, label: labels[i] }));

/** What a preset sets of the lab's state.
 * @param {Preset} preset @returns {Problem} */
export const toProblem = ({ kernel: { name: kernel, ...parameters }, C, ...data }) => ({
  ...parameters,
  points: toPoints(data),
  kernel,
  C,
});

/** The name of the preset that has these points, or "".
 * @param {Presets} presets @param {Point[]} points */
export const nameOfPreset = (presets, points) => {
  /** @param {Preset} preset */
  const same = ({ points: pairs, labels }) =>
    pairs.length === points.length &&
    points.every(
      ({ x, y, label }, i) => x === pairs[i][0] && y === pairs[i][1] && label === labels[i],
    );
  return Object.keys(presets).find((name) => same(presets[name])) ?? "";
};
