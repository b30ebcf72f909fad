// Where things are in the plane: f at any position, the lines f = level, and the way from a
// point to its margin.

/** @typedef {{x: number, y: number}} Position */
/** @typedef {Position & {label: number}} Point */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {{alpha: number[], b: number}} Multipliers */

/**
 * The kernels of svmlib.kernels, for one pair.
 * @param {State} state @param {Position} a @param {Position} b
 */
const kernelValue = ({ kernel, degree, gamma, coef0 }, a, b) => {
  if (kernel === "rbf") return Math.exp(-gamma * ((a.x - b.x) ** 2 + (a.y - b.y) ** 2));
  const product = a.x * b.x + a.y * b.y;
  return kernel === "poly" ? (gamma * product + coef0) ** degree : product;
};

/**
 * f at a position: the sum over the support vectors, plus b.
 * @param {Multipliers} multipliers @param {State} state @param {Position} position
 */
export const decision = ({ alpha, b }, state, position) =>
  state.points.reduce(
    (sum, point, i) =>
      alpha[i] ? sum + alpha[i] * point.label * kernelValue(state, point, position) : sum,
    b,
  );

/**
 * w of the linear kernel.
 * @param {Multipliers} multipliers @param {Point[]} points
 */
export const weights = ({ alpha }, points) => [
  points.reduce((sum, { x, label }, i) => sum + alpha[i] * label * x, 0),
  points.reduce((sum, { y, label }, i) => sum + alpha[i] * label * y, 0),
];

/**
 * Where f = level crosses the grid: polylines in grid units.
 * @param {number[]} values @param {number} columns @param {number} rows @param {number} level
 */
export const contours = (values, columns, rows, level) => {
  /** @param {number} k */
  const above = (k) => values[k] > level;
  /** @type {Map<number, number[]>} an edge of the grid to those that its line goes on to */
  const links = new Map();
  /** @param {number} a @param {number} b */
  const link = (a, b) => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ])
      links.set(from, [...(links.get(from) ?? []), to]);
  };
  for (let j = 0; j + 1 < rows; j += 1)
    for (let i = 0; i + 1 < columns; i += 1) {
      const k = j * columns + i;
      const corners = [k, k + 1, k + columns + 1, k + columns].map(above);
      const edges = [2 * k, 2 * (k + 1) + 1, 2 * (k + columns), 2 * k + 1];
      const cut = edges.filter((_, e) => corners[e] !== corners[(e + 1) % 4]);
      if (cut.length === 2) link(cut[0], cut[1]);
      else if (cut.length === 4) {
        const turn = corners[0] ? 0 : 3; // cut off the two corners that are below
        link(edges[turn], edges[(turn + 1) % 4]);
        link(edges[(turn + 2) % 4], edges[(turn + 3) % 4]);
      }
    }
  /** @param {number} edge @returns {Position} */
  const crossing = (edge) => {
    const k = edge >> 1;
    const next = edge & 1 ? k + columns : k + 1;
    const t = (level - values[k]) / (values[next] - values[k]);
    const [i, j] = [k % columns, Math.floor(k / columns)];
    return edge & 1 ? { x: i, y: j + t } : { x: i + t, y: j };
  };
  /** @type {Position[][]} */
  const polylines = [];
  /** @param {number} start */
  const follow = (start) => {
    const polyline = [];
    /** @type {number | undefined} */
    let edge = start;
    while (edge !== undefined) {
      polyline.push(crossing(edge));
      /** @type {number | undefined} */
      const to = links.get(edge)?.pop();
      if (to === undefined) break;
      const back = links.get(to) ?? [];
      back.splice(back.indexOf(edge), 1);
      edge = to;
    }
    if (polyline.length > 1) polylines.push(polyline);
  };
  for (const [edge, to] of links) if (to.length === 1) follow(edge);
  for (const [edge, to] of links) if (to.length) follow(edge);
  return polylines;
};

/**
 * The position on some polylines that is nearest to another; undefined without polylines.
 * @param {Position[][]} polylines @param {Position} position
 */
export const nearest = (polylines, { x, y }) => {
  let least = Infinity;
  /** @type {Position | undefined} */
  let best;
  for (const polyline of polylines)
    for (let n = 0; n + 1 < polyline.length; n += 1) {
      const [from, to] = [polyline[n], polyline[n + 1]];
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx ** 2 + dy ** 2 || 1);
      const t = Math.min(1, Math.max(0, along));
      const position = { x: from.x + t * dx, y: from.y + t * dy };
      const distance = (x - position.x) ** 2 + (y - position.y) ** 2;
      if (distance < least) [least, best] = [distance, position];
    }
  return best;
};

/**
 * f between the points of a grid.
 * @param {number[]} values @param {number} columns @param {number} rows
 * @param {number} u from 0 to columns - 1 @param {number} v from 0 to rows - 1
 */
export const bilinear = (values, columns, rows, u, v) => {
  const i = Math.min(columns - 2, Math.floor(u));
  const j = Math.min(rows - 2, Math.floor(v));
  const [s, t, k] = [u - i, v - j, j * columns + i];
  const low = values[k] + s * (values[k + 1] - values[k]);
  const k2 = k + columns;
  const high = values[k2] + s * (values[k2 + 1] - values[k2]);
  return low + t * (high - low);
};
