// The hinge loss and its gradient, as svmlib.hinge computes them, for so few numbers that it
// needs no NumPy.

/** Scores and delta are of this size at most: then every sum of whole ones is exact. */
export const MAX_INPUT = 1e6;

/** @typedef {{X: number[][], S: number[][], y: number[], delta: number}} Case */

/** The scores 0.3 and 0.1 are 0.2 apart, which binary fractions alone would miss.
 * @param {number} value */
const rounded = (value) => Math.round(value * 1e9) / 1e9;

/** @param {number[]} row */
const sum = (row) => row.reduce((total, value) => total + value, 0);

/**
 * Hinge terms H, mask M, active classes, losses, their mean and the gradient X'M / N.
 * @param {Case} inputs the features X (N, D), scores S (N, C), labels y and delta
 */
export const lossAndGradient = ({ X, S, y, delta }) => {
  const N = S.length;
  const H = S.map((row, i) =>
    row.map((score, j) => (j === y[i] ? 0 : Math.max(0, rounded(score - row[y[i]] + delta)))),
  );
  const counts = H.map((row) => row.filter((term) => term > 0).length);
  const M = H.map((row, i) =>
    row.map((term, j) => (j === y[i] ? 0 - counts[i] : Number(term > 0))),
  );
  const losses = H.map(sum);
  const gradient = X[0].map((_, k) =>
    M[0].map((_, j) => sum(X.map((row, i) => row[k] * M[i][j])) / N),
  );
  return { H, M, counts, losses, loss: sum(losses) / N, gradient };
};
