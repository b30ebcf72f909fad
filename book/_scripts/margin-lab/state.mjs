// The state of the margin lab, and its form in an address:
// #lab=1&k=poly&d=3&r=1&g=0.5&C=10&n=2&p=..., with four characters per point. Their
// count n tells whether the link is whole.

/** @typedef {import("./geometry.mjs").Position} Position */
/** @typedef {import("./geometry.mjs").Point} Point */
/** @typedef {"linear" | "poly" | "rbf"} KernelName */
/** @typedef {"C" | "gamma" | "degree" | "coef0"} Parameter */
/** @typedef {{points: Point[], kernel: KernelName} & Record<Parameter, number>} State */
/** @typedef {{points: Point[], kernel: KernelName} & Partial<State>} Problem */
/** Where a point is. @typedef {"beyond" | "on" | "inside" | "wrong"} Kind */
/**
 * What `solve` of margin_lab.py returns.
 * @typedef {object} Result
 * @property {number[]} alpha
 * @property {number[]} slack
 * @property {number[]} f
 * @property {Kind[]} kind
 * @property {number} b
 * @property {number} norm
 * @property {number | null} width
 * @property {number} primal
 * @property {number} dual
 * @property {number} duality_gap
 * @property {boolean} flat
 * @property {number} kkt_gap
 * @property {number} steps
 * @property {string} note
 * @property {number[]} values
 * @property {number[]} [moved]
 * @property {number[]} [before]
 */

export const MAX_POINTS = 200;
/** The upper right corner of the plane, as in margin_lab.py; the origin is in its middle.
 * @type {Position} */
export const LIMITS = { x: 5, y: 3.75 };
const VERSION = "1";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Parameters by their names in svmlib: the key in the address, the label, and the range.
 * @type {Record<Parameter,
 *   {key: string, label: string, min: number, max: number, integer?: boolean}>}
 */
export const PARAMETERS = {
  C: { key: "C", label: "C", min: 1e-3, max: 1e4 },
  gamma: { key: "g", label: "gamma", min: 1e-2, max: 1e2 },
  degree: { key: "d", label: "degree", min: 1, max: 8, integer: true },
  coef0: { key: "r", label: "coef0", min: 0, max: 10 },
};
/** @type {Record<KernelName, Parameter[]>} */
export const KERNELS = {
  linear: [],
  poly: ["degree", "coef0", "gamma"],
  rbf: ["gamma"],
};

/** @param {KernelName} kernel @returns {Parameter[]} */
export const parametersOf = (kernel) => [...KERNELS[kernel], "C"];

/** A coordinate to a hundredth, as links hold it. @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** Bring a position into the plane, and round it.
 * @param {Position} position @returns {Position} */
export const clamp = ({ x, y }) => ({
  x: round(Math.min(LIMITS.x, Math.max(-LIMITS.x, x))),
  y: round(Math.min(LIMITS.y, Math.max(-LIMITS.y, y))),
});

/** @param {string} hash */
export const isLink = (hash) => /^#lab=/.test(hash);

/** Two digits of base 64. @param {number} n */
const encodeNumber = (n) => DIGITS[n >> 6] + DIGITS[n & 63];
/** @param {string} digits two of them */
const decodeNumber = (digits) => DIGITS.indexOf(digits[0]) * 64 + DIGITS.indexOf(digits[1]);

/** The fragment that holds a state.
 * @param {State} state */
export const encode = (state) => {
  const parts = [`lab=${VERSION}`, `k=${state.kernel}`];
  for (const name of parametersOf(state.kernel))
    parts.push(`${PARAMETERS[name].key}=${state[name]}`);
  const points = state.points.map(
    ({ x, y, label }) =>
      encodeNumber(Math.round((x + LIMITS.x) * 100) * 2 + (label > 0 ? 1 : 0)) +
      encodeNumber(Math.round((y + LIMITS.y) * 100)),
  );
  return `#${parts.join("&")}&n=${points.length}&p=${points.join("")}`;
};

/** A number in decimal digits, or NaN. A comma is a decimal sign; where it may separate
 * thousands, as in 1,000, the number isn't read. */
export const toNumber = (text = "") => {
  if (/(^|\D)[1-9]\d{0,2},\d{3}\s*$/.test(text)) return NaN;
  const plain = text.trim().replace(",", ".").replace("\u2212", "-");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
};

/** What a parameter must be, in words, or "" if the value is that.
 * @param {Parameter} name @param {number} value */
export const rangeError = (name, value) => {
  const { label, min, max, integer } = PARAMETERS[name];
  if (value >= min && value <= max && !(integer && value % 1)) return "";
  return `${label} must be a ${integer ? "whole " : ""}number from ${min} to ${max}`;
};

/** @param {string | undefined} name @returns {name is KernelName} */
const isKernel = (name) => name !== undefined && Object.hasOwn(KERNELS, name);

/** Read a fragment; an Error says in words what is wrong with it.
 * @param {string} hash */
export const decode = (hash) => {
  let whole = hash.slice(1);
  try {
    whole = decodeURIComponent(whole);
  } catch {
    // what is wrong with it is found below
  }
  const parts = new Map(
    whole.split("&").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
  const version = parts.get("lab");
  if (version !== VERSION)
    throw new Error(`its version is ${version || "missing"}; this lab reads version ${VERSION}`);
  const kernel = parts.get("k");
  if (!isKernel(kernel)) {
    const named = kernel ? `it names the kernel ${kernel}` : "it names no kernel";
    throw new Error(`${named}; there are linear, poly and rbf`);
  }
  /** @type {Problem} */
  const problem = { kernel, points: [] };
  for (const name of parametersOf(kernel)) {
    const text = parts.get(PARAMETERS[name].key);
    const value = toNumber(text);
    const fault = rangeError(name, value);
    if (fault) throw new Error(`${fault}, but in the link it is ${text || "missing"}`);
    problem[name] = value;
  }
  const text = parts.get("p");
  if (text === undefined) throw new Error("it has no points; was the link cut off?");
  if (text.length % 4 || [...text].some((digit) => !DIGITS.includes(digit)))
    throw new Error("its points are damaged; was the link cut off?");
  problem.points = (text.match(/.{4}/g) ?? []).map((four) => {
    const first = decodeNumber(four.slice(0, 2));
    const x = round((first >> 1) / 100 - LIMITS.x);
    const y = round(decodeNumber(four.slice(2)) / 100 - LIMITS.y);
    if (x > LIMITS.x || y > LIMITS.y)
      throw new Error("it has a point outside the plane; was it changed?");
    return { x, y, label: first & 1 ? 1 : -1 };
  });
  const [count, { length }] = [parts.get("n"), problem.points];
  if (toNumber(count) !== length)
    throw new Error(
      `its number of points is ${count || "missing"}, and it has ${length}; was it cut off?`,
    );
  if (length > MAX_POINTS)
    throw new Error(`it has ${length} points, and the lab takes ${MAX_POINTS}`);
  return problem;
};
