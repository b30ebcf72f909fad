// Draw the plane of the margin lab: f as shading and lines, slack as segments, the points.

import { between, contours, nearest, weights } from "./geometry.mjs";
import { LIMITS } from "./state.mjs";

/** @typedef {import("./geometry.mjs").Place} Place */
/** @typedef {import("./state.mjs").Point} Point */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {import("./state.mjs").Answer} Answer */
/**
 * What is to be seen. `answer` is of the points and kernel in `asked`, on the grid `drawn`.
 * @typedef {object} Scene
 * @property {State} state
 * @property {Answer} [answer]
 * @property {State} [asked]
 * @property {[number, number]} drawn
 * @property {number} [selected]
 * @property {{x: number, y: number}} [cursor]
 */

const COLOURS = {
  ink: "--lab-ink", muted: "--lab-muted", accent: "--lab-accent", halo: "--lab-halo",
  empty: "--lab-empty", minus: "--lab-minus", plus: "--lab-plus",
  minusSide: "--lab-minus-side", plusSide: "--lab-plus-side",
};
const FULL = 2; // from this |f| on the shading is at its strongest
const FAINT = 0.3; // and this strong next to the boundary
const TINTS = 128; // of each side
const NOTHING = 1e-6; // an f that tells no class
const EDGE = 1e-5; // a slack to be seen, as in margin_lab.py

export class Plot {
  /** @param {HTMLCanvasElement} canvas @param {() => void} changed */
  constructor(canvas, changed) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.shade = document.createElement("canvas");
    /** @type {number[] | undefined} what `shade` shows */
    this.shaded = undefined;
    this.theme = "";
    this.size = 1;
    new ResizeObserver(changed).observe(canvas);
    new MutationObserver(changed).observe(document.body, {
      attributeFilter: ["data-theme"],
    });
    for (const query of ["print", "(prefers-color-scheme: dark)"])
      matchMedia(query).addEventListener("change", changed);
  }

  /** The place of the plane under a pointer.
   * @param {{clientX: number, clientY: number}} pointer */
  place({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: ((clientX - box.left) / box.width) * 2 * LIMITS[0] - LIMITS[0],
      y: LIMITS[1] - ((clientY - box.top) / box.height) * 2 * LIMITS[1],
    };
  }

  /** Pixels of a unit. */
  get scale() {
    return this.canvas.clientWidth / (2 * LIMITS[0]);
  }

  /** @param {Place} place @returns {Place} its pixel */
  at([x, y]) {
    return [(x + LIMITS[0]) * this.scale, (LIMITS[1] - y) * this.scale];
  }

  /** @param {keyof typeof COLOURS} name */
  colour(name) {
    return getComputedStyle(this.canvas).getPropertyValue(COLOURS[name]).trim();
  }

  /** @param {Scene} scene */
  draw({ state, answer, asked, drawn, selected, cursor }) {
    const { canvas, pen } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.size = Math.max(0.8, Math.min(1, width / 560));
    pen.fillStyle = this.colour("empty");
    pen.fillRect(0, 0, width, height);
    const known = answer?.kind.length === state.points.length ? answer : undefined;
    if (answer && asked) {
      this.shading(answer, drawn);
      if (!answer.flat) {
        const lines = this.lines(answer.values, drawn);
        if (known) this.slacks(state.points, known, asked, lines);
      }
    }
    this.axes(width, height);
    if (cursor) this.cross(this.at([cursor.x, cursor.y]));
    if (known?.moved?.length === 2) this.pair(known.moved.map((i) => state.points[i]));
    this.points(state.points, known, selected);
  }

  /** @param {Answer} answer @param {[number, number]} grid */
  shading({ values }, [columns, rows]) {
    const { pen, shade } = this;
    const { clientWidth, clientHeight } = this.canvas;
    const tints = this.tints();
    const theme = tints.join();
    if (shade.width !== clientWidth || this.shaded !== values || this.theme !== theme) {
      [this.shaded, this.theme] = [values, theme];
      [shade.width, shade.height] = [clientWidth, clientHeight];
      const picture = new ImageData(Math.max(1, clientWidth), Math.max(1, clientHeight));
      const { width, height } = picture;
      const pixels = new Uint32Array(picture.data.buffer);
      for (let j = 0, n = 0; j < height; j += 1) {
        const v = (1 - (j + 0.5) / height) * (rows - 1);
        for (let i = 0; i < width; i += 1, n += 1) {
          const f = between(values, columns, rows, ((i + 0.5) / width) * (columns - 1), v);
          const strength = Math.min(TINTS, Math.ceil((Math.abs(f) / FULL) * TINTS));
          pixels[n] = tints[Math.abs(f) < NOTHING ? TINTS : TINTS + Math.sign(f) * strength];
        }
      }
      shade.getContext("2d")?.putImageData(picture, 0, 0);
    }
    pen.drawImage(shade, 0, 0);
  }

  /** The colours of f from -FULL to FULL, 2 TINTS + 1 of them, as numbers for a pixel. */
  tints() {
    const { pen } = this;
    /** @param {keyof typeof COLOURS} name */
    const parts = (name) => {
      pen.fillStyle = this.colour(name);
      return [1, 3, 5].map((k) => parseInt(String(pen.fillStyle).slice(k, k + 2), 16));
    };
    const [empty, minus, plus] = [parts("empty"), parts("minusSide"), parts("plusSide")];
    return Array.from({ length: 2 * TINTS + 1 }, (_, n) => {
      const t = n / TINTS - 1;
      const share = t && FAINT + (1 - FAINT) * Math.abs(t);
      const side = t > 0 ? plus : minus;
      const [r, g, b] = empty.map((value, k) => Math.round(value + share * (side[k] - value)));
      return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
    });
  }

  /** Draw f = -1, 1 and 0; return the two margins' chains, in the plane.
   * @param {number[]} values @param {[number, number]} grid */
  lines(values, [columns, rows]) {
    const { pen } = this;
    /** @param {Place} place @returns {Place} */
    const inPlane = ([i, j]) => [
      (i / (columns - 1)) * 2 * LIMITS[0] - LIMITS[0],
      (j / (rows - 1)) * 2 * LIMITS[1] - LIMITS[1],
    ];
    pen.strokeStyle = this.colour("ink");
    const [minus, plus] = [-1, 1, 0].map((level) => {
      const chains = contours(values, columns, rows, level)
        .map((chain) => chain.map(inPlane));
      pen.lineWidth = level ? 1.4 : 2;
      pen.setLineDash(level ? [7, 5] : []);
      pen.beginPath();
      for (const chain of chains) this.trace(chain);
      pen.stroke();
      return chains;
    });
    pen.setLineDash([]);
    return { minus, plus };
  }

  /** @param {Place[]} chain */
  trace(chain) {
    chain.forEach((place, n) => this.pen[n ? "lineTo" : "moveTo"](...this.at(place)));
  }

  /**
   * A segment from each point that has slack to the margin of its class. With a kernel
   * it leads to the nearest place of the margin that is in the picture, if there is one.
   * @param {Point[]} points @param {Answer} answer @param {State} asked
   * @param {{minus: Place[][], plus: Place[][]}} lines
   */
  slacks(points, answer, asked, { minus, plus }) {
    const { pen } = this;
    const [p, q] = weights(answer, asked.points);
    pen.strokeStyle = this.colour("ink");
    pen.lineWidth = 1.1;
    pen.globalAlpha = 0.75;
    pen.beginPath();
    points.forEach(({ x, y, label }, i) => {
      if (answer.slack[i] <= EDGE) return;
      const ahead = label * answer.slack[i] / (p * p + q * q);
      /** @type {Place | undefined} */
      const foot = asked.kernel === "linear"
        ? [x + ahead * p, y + ahead * q]
        : nearest(label > 0 ? plus : minus, [x, y]);
      if (foot) this.trace([[x, y], foot]);
    });
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** @param {number} width @param {number} height */
  axes(width, height) {
    const { pen } = this;
    pen.strokeStyle = pen.fillStyle = this.colour("muted");
    pen.lineWidth = 1;
    pen.font = `${Math.round(11 * this.size)}px system-ui, sans-serif`;
    pen.textBaseline = "alphabetic";
    /** @param {number} value @param {Place} at */
    const write = (value, at) => {
      const text = String(value).replace("-", "\u2212");
      pen.save();
      pen.strokeStyle = this.colour("halo");
      pen.lineWidth = 4;
      pen.lineJoin = "round";
      pen.strokeText(text, ...at);
      pen.restore();
      pen.fillText(text, ...at);
    };
    /** @param {Place} from @param {Place} to */
    const tick = (from, to) => {
      pen.beginPath();
      pen.moveTo(...from);
      pen.lineTo(...to);
      pen.stroke();
    };
    pen.textAlign = "center";
    for (const value of [-4, -2, 0, 2, 4]) {
      const [x] = this.at([value, 0]);
      tick([x, height], [x, height - 5]);
      write(value, [x, height - 8]);
    }
    pen.textAlign = "left";
    for (const value of [-2, 0, 2]) {
      const [, y] = this.at([0, value]);
      tick([0, y], [5, y]);
      write(value, [8, y + 4]);
    }
  }

  /** @param {Place} at */
  cross([x, y]) {
    const { pen } = this;
    pen.strokeStyle = this.colour("accent");
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
      pen.moveTo(x + 4 * dx, y + 4 * dy);
      pen.lineTo(x + 14 * dx, y + 14 * dy);
    }
    pen.stroke();
  }

  /** The two points whose multipliers a step of the solver moved.
   * @param {Point[]} two */
  pair(two) {
    const { pen } = this;
    pen.strokeStyle = this.colour("accent");
    pen.lineWidth = 3;
    pen.beginPath();
    this.trace(two.map(({ x, y }) => [x, y]));
    pen.stroke();
  }

  /** @param {Point[]} points @param {Answer} [answer] @param {number} [selected] */
  points(points, answer, selected) {
    /** @type {Map<string, number[]>} several points may be in one place */
    const places = new Map();
    points.forEach(({ x, y }, i) => {
      places.set(`${x} ${y}`, [...(places.get(`${x} ${y}`) ?? []), i]);
    });
    const largest = Math.max(...(answer?.alpha ?? []), 0);
    points.forEach(({ x, y, label }, i) => {
      const at = this.at([x, y]);
      // The area grows with alpha.
      const r = 5 * this.size * Math.sqrt(1 + 2 * (largest && (answer?.alpha[i] ?? 0) / largest));
      const moved = answer?.moved?.includes(i) ?? false;
      if (i === selected || moved) this.halo(at, r, i === selected);
      this.point(at, r, label);
      if (answer) this.mark(at, r, answer.kind[i]);
      const here = places.get(`${x} ${y}`) ?? [];
      if (points.length <= 12 && i === here[0]) this.number(at, r, here.join(", "));
    });
  }

  /** @param {Place} at @param {number} r @param {boolean} filled */
  halo([x, y], r, filled) {
    const { pen } = this;
    pen.fillStyle = this.colour("halo");
    pen.strokeStyle = this.colour("accent");
    pen.lineWidth = filled ? 2 : 3;
    pen.beginPath();
    pen.arc(x, y, r + 12 * this.size, 0, 2 * Math.PI);
    if (filled) pen.fill();
    pen.stroke();
  }

  /** @param {Place} at @param {number} r @param {number} label */
  point([x, y], r, label) {
    const { pen } = this;
    pen.fillStyle = this.colour(label > 0 ? "plus" : "minus");
    pen.strokeStyle = this.colour("ink");
    pen.lineWidth = 0.9;
    pen.beginPath();
    if (label > 0) pen.rect(x - r, y - r, 2 * r, 2 * r);
    else pen.arc(x, y, 1.1 * r, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }

  /** @param {Place} at @param {number} r @param {string} kind */
  mark([x, y], r, kind) {
    if (kind === "beyond") return;
    const { pen } = this;
    const outer = r + 5.5 * this.size;
    pen.strokeStyle = this.colour("ink");
    pen.lineWidth = 1.5;
    pen.beginPath();
    if (kind === "on") pen.arc(x, y, outer, 0, 2 * Math.PI);
    else if (kind === "inside") {
      const d = 1.25 * outer;
      [[d, 0], [0, d], [-d, 0], [0, -d]].forEach(([dx, dy], n) =>
        pen[n ? "lineTo" : "moveTo"](x + dx, y + dy));
      pen.closePath();
    } else
      for (const d of [1, -1]) {
        pen.moveTo(x - outer, y - d * outer);
        pen.lineTo(x + outer, y + d * outer);
      }
    pen.stroke();
  }

  /** @param {Place} at @param {number} r @param {string} text */
  number([x, y], r, text) {
    const { pen } = this;
    pen.fillStyle = this.colour("ink");
    pen.font = `${Math.round(12 * this.size)}px system-ui, sans-serif`;
    pen.textAlign = "left";
    pen.fillText(text, x + r + 7 * this.size, y - r - 4 * this.size);
  }
}
