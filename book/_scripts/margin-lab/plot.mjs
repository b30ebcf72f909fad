// Draw the plane of the margin lab: f as shading and lines, slack as segments, the points.

import { signed } from "../shared/format.mjs";
import { bilinear, contours, nearest, weights } from "./geometry.mjs";
import { LIMITS } from "./state.mjs";

/** @typedef {import("./geometry.mjs").Position} Position */
/** @typedef {import("./state.mjs").Point} Point */
/** @typedef {import("./state.mjs").State} State */
/** @typedef {import("./state.mjs").Result} Result */
/** @typedef {[number, number]} Pixel */
/** @typedef {import("./solver.mjs").Solved} Solved */
/** The colours of lab.css. @typedef {"ink" | "muted" | "accent" | "halo" | "empty" | "minus" |
 *   "plus" | "minus-side" | "plus-side"} Colour */
/** What is drawn: the newest state, and what is known of it or of an earlier one.
 * @typedef {{state: State, shown?: Solved, selected?: number, cursor?: Position}} Scene */

const FULL_F = 2; // from this |f| on the shading is at its strongest
const FAINT = 0.3; // and this strong next to the boundary
const TINTS = 128; // of each side
const ZERO_F = 1e-6; // a smaller |f| tells no class
const MIN_SLACK = 1e-5; // a smaller one is rounding
/** To the right, down, left and up on the canvas. @type {Pixel[]} */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

export class Plot {
  /** @param {HTMLCanvasElement} canvas
   * @param {() => void} redraw called when size or theme change */
  constructor(canvas, redraw) {
    this.canvas = canvas;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.shadeCanvas = document.createElement("canvas");
    /** @type {number[] | undefined} what `shadeCanvas` shows, and in which colours */
    this.shadedValues = undefined;
    this.shadedTints = "";
    this.size = 1;
    new ResizeObserver(redraw).observe(canvas);
    new MutationObserver(redraw).observe(document.body, {
      attributeFilter: ["data-theme"],
    });
    for (const query of ["print", "(prefers-color-scheme: dark)"])
      matchMedia(query).addEventListener("change", redraw);
  }

  /** The position of the plane under a pointer.
   * @param {{clientX: number, clientY: number}} pointer */
  toPlane({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: ((clientX - box.left) / box.width) * 2 * LIMITS.x - LIMITS.x,
      y: LIMITS.y - ((clientY - box.top) / box.height) * 2 * LIMITS.y,
    };
  }

  /** Pixels of a unit. */
  get scale() {
    return this.canvas.clientWidth / (2 * LIMITS.x);
  }

  /** The pixel of a position. @param {Position} position @returns {Pixel} */
  toPixel({ x, y }) {
    return [(x + LIMITS.x) * this.scale, (LIMITS.y - y) * this.scale];
  }

  /** @param {Colour} name */
  colour(name) {
    this.canvas.style.color = `var(--lab-${name})`; // which the browser turns into light or dark
    return getComputedStyle(this.canvas).color;
  }

  /** @param {Scene} scene */
  draw({ state, shown, selected, cursor }) {
    const { canvas, ctx } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.size = Math.max(0.8, Math.min(1, width / 560));
    ctx.fillStyle = this.colour("empty");
    ctx.fillRect(0, 0, width, height);
    const known = shown?.result.kind.length === state.points.length ? shown.result : undefined;
    if (shown) {
      this.drawShading(shown.result, shown.grid);
      if (!shown.result.flat) {
        const lines = this.drawLines(shown.result.values, shown.grid);
        if (known) this.drawSlacks(state.points, known, shown.state, lines);
      }
    }
    this.drawAxes(width, height);
    if (cursor) this.drawCursor(this.toPixel(cursor));
    if (known?.moved?.length === 2) this.drawPair(known.moved.map((i) => state.points[i]));
    this.drawPoints(state.points, known, selected);
  }

  /** @param {Result} result @param {[number, number]} grid */
  drawShading({ values }, [columns, rows]) {
    const { ctx, shadeCanvas: shade } = this;
    const { clientWidth, clientHeight } = this.canvas;
    const tints = this.tints();
    const colours = tints.join();
    if (
      shade.width !== clientWidth ||
      this.shadedValues !== values ||
      this.shadedTints !== colours
    ) {
      [this.shadedValues, this.shadedTints] = [values, colours];
      [shade.width, shade.height] = [clientWidth, clientHeight];
      const picture = new ImageData(Math.max(1, clientWidth), Math.max(1, clientHeight));
      const { width, height } = picture;
      const pixels = new Uint32Array(picture.data.buffer);
      for (let j = 0, n = 0; j < height; j += 1) {
        const v = (1 - (j + 0.5) / height) * (rows - 1);
        for (let i = 0; i < width; i += 1, n += 1) {
          const f = bilinear(values, columns, rows, ((i + 0.5) / width) * (columns - 1), v);
          const strength = Math.min(TINTS, Math.ceil((Math.abs(f) / FULL_F) * TINTS));
          pixels[n] = tints[Math.abs(f) < ZERO_F ? TINTS : TINTS + Math.sign(f) * strength];
        }
      }
      shade.getContext("2d")?.putImageData(picture, 0, 0);
    }
    ctx.drawImage(shade, 0, 0);
  }

  /** The colours of f from -FULL_F to FULL_F, 2 TINTS + 1 of them, as numbers for a pixel. */
  tints() {
    const { ctx } = this;
    /** @param {Colour} name */
    const parts = (name) => {
      ctx.fillStyle = this.colour(name);
      return [1, 3, 5].map((k) => parseInt(String(ctx.fillStyle).slice(k, k + 2), 16));
    };
    const [empty, minus, plus] = [parts("empty"), parts("minus-side"), parts("plus-side")];
    return Array.from({ length: 2 * TINTS + 1 }, (_, n) => {
      const t = n / TINTS - 1;
      const share = t && FAINT + (1 - FAINT) * Math.abs(t);
      const side = t > 0 ? plus : minus;
      const [r, g, b] = empty.map((value, k) => Math.round(value + share * (side[k] - value)));
      return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
    });
  }

  /** Draw f = -1, 1 and 0; return the two margins' polylines, in the plane.
   * @param {number[]} values @param {[number, number]} grid */
  drawLines(values, [columns, rows]) {
    const { ctx } = this;
    /** @param {Position} position @returns {Position} */
    const inPlane = ({ x, y }) => ({
      x: (x / (columns - 1)) * 2 * LIMITS.x - LIMITS.x,
      y: (y / (rows - 1)) * 2 * LIMITS.y - LIMITS.y,
    });
    const [minus, plus] = [-1, 1, 0].map((level) => {
      const polylines = contours(values, columns, rows, level).map((polyline) =>
        polyline.map(inPlane),
      );
      ctx.setLineDash(level ? [7, 5] : []);
      this.beginPath("ink", level ? 1.4 : 2);
      for (const polyline of polylines) this.trace(polyline);
      ctx.stroke();
      return polylines;
    });
    ctx.setLineDash([]);
    return { minus, plus };
  }

  /** Begin a path that will be stroked. @param {Colour} colour @param {number} lineWidth */
  beginPath(colour, lineWidth) {
    Object.assign(this.ctx, { strokeStyle: this.colour(colour), lineWidth });
    this.ctx.beginPath();
  }

  /** @param {Position[]} polyline */
  trace(polyline) {
    polyline.forEach((position, n) => this.ctx[n ? "lineTo" : "moveTo"](...this.toPixel(position)));
  }

  /**
   * A segment from each point that has slack to the margin of its class. With a kernel
   * it leads to the nearest position of the margin that is in the picture, if there is one.
   * @param {Point[]} points @param {Result} result @param {State} resultState
   * @param {{minus: Position[][], plus: Position[][]}} lines
   */
  drawSlacks(points, result, resultState, { minus, plus }) {
    const { ctx } = this;
    const [p, q] = weights(result, resultState.points);
    ctx.globalAlpha = 0.75;
    this.beginPath("ink", 1.1);
    points.forEach((point, i) => {
      const { x, y, label } = point;
      if (result.slack[i] <= MIN_SLACK) return;
      const ahead = (label * result.slack[i]) / (p * p + q * q);
      const foot =
        resultState.kernel === "linear"
          ? { x: x + ahead * p, y: y + ahead * q }
          : nearest(label > 0 ? plus : minus, point);
      if (foot) this.trace([point, foot]);
    });
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  /** @param {number} width @param {number} height */
  drawAxes(width, height) {
    const { ctx } = this;
    ctx.strokeStyle = ctx.fillStyle = this.colour("muted");
    ctx.lineWidth = 1;
    ctx.font = `${Math.round(11 * this.size)}px system-ui, sans-serif`;
    ctx.textBaseline = "alphabetic";
    /** @param {number} value @param {Pixel} at */
    const write = (value, at) => {
      const text = signed(value);
      ctx.save();
      ctx.strokeStyle = this.colour("halo");
      ctx.lineWidth = 4;
      ctx.lineJoin = "round";
      ctx.strokeText(text, ...at);
      ctx.restore();
      ctx.fillText(text, ...at);
    };
    /** @param {Pixel} from @param {Pixel} to */
    const tick = (from, to) => {
      ctx.beginPath();
      ctx.moveTo(...from);
      ctx.lineTo(...to);
      ctx.stroke();
    };
    ctx.textAlign = "center";
    for (const value of [-4, -2, 0, 2, 4]) {
      const [x] = this.toPixel({ x: value, y: 0 });
      tick([x, height], [x, height - 5]);
      write(value, [x, height - 8]);
    }
    ctx.textAlign = "left";
    for (const value of [-2, 0, 2]) {
      const [, y] = this.toPixel({ x: 0, y: value });
      tick([0, y], [5, y]);
      write(value, [8, y + 4]);
    }
  }

  /** The cursor, which readers know as the cross. @param {Pixel} at */
  drawCursor([x, y]) {
    const { ctx } = this;
    this.beginPath("accent", 1.5);
    for (const [dx, dy] of DIRECTIONS) {
      ctx.moveTo(x + 4 * dx, y + 4 * dy);
      ctx.lineTo(x + 14 * dx, y + 14 * dy);
    }
    ctx.stroke();
  }

  /** The two points whose multipliers a step of the solver moved.
   * @param {Point[]} two */
  drawPair(two) {
    this.beginPath("accent", 3);
    this.trace(two);
    this.ctx.stroke();
  }

  /** @param {Point[]} points @param {Result} [result] @param {number} [selected] */
  drawPoints(points, result, selected) {
    /** @type {Map<string, number[]>} of the points in one place, by its coordinates */
    const indices = new Map();
    points.forEach(({ x, y }, i) => {
      indices.set(`${x} ${y}`, [...(indices.get(`${x} ${y}`) ?? []), i]);
    });
    const largest = Math.max(...(result?.alpha ?? []), 0);
    points.forEach((point, i) => {
      const { x, y, label } = point;
      const at = this.toPixel(point);
      // The area grows with alpha.
      const r = 5 * this.size * Math.sqrt(1 + 2 * (largest && (result?.alpha[i] ?? 0) / largest));
      const moved = result?.moved?.includes(i) ?? false;
      if (i === selected || moved) this.drawHalo(at, r, i === selected);
      this.drawPoint(at, r, label);
      if (result) this.drawMark(at, r, result.kind[i]);
      const here = indices.get(`${x} ${y}`) ?? [];
      if (points.length <= 12 && i === here[0]) this.drawNumber(at, r, here.join(", "));
    });
  }

  /** @param {Pixel} at @param {number} r @param {boolean} filled */
  drawHalo([x, y], r, filled) {
    const { ctx } = this;
    ctx.fillStyle = this.colour("halo");
    this.beginPath("accent", filled ? 2 : 3);
    ctx.arc(x, y, r + 12 * this.size, 0, 2 * Math.PI);
    if (filled) ctx.fill();
    ctx.stroke();
  }

  /** @param {Pixel} at @param {number} r @param {number} label */
  drawPoint([x, y], r, label) {
    const { ctx } = this;
    ctx.fillStyle = this.colour(label > 0 ? "plus" : "minus");
    this.beginPath("ink", 0.9);
    if (label > 0) ctx.rect(x - r, y - r, 2 * r, 2 * r);
    else ctx.arc(x, y, 1.1 * r, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }

  /** @param {Pixel} at @param {number} r @param {string} kind */
  drawMark([x, y], r, kind) {
    if (kind === "beyond") return;
    const { ctx } = this;
    const outer = r + 5.5 * this.size;
    this.beginPath("ink", 1.5);
    if (kind === "on") ctx.arc(x, y, outer, 0, 2 * Math.PI);
    else if (kind === "inside") {
      const d = 1.25 * outer;
      DIRECTIONS.forEach(([dx, dy], n) => ctx[n ? "lineTo" : "moveTo"](x + d * dx, y + d * dy));
      ctx.closePath();
    } else
      for (const d of [1, -1]) {
        ctx.moveTo(x - outer, y - d * outer);
        ctx.lineTo(x + outer, y + d * outer);
      }
    ctx.stroke();
  }

  /** @param {Pixel} at @param {number} r @param {string} text */
  drawNumber([x, y], r, text) {
    const { ctx } = this;
    ctx.fillStyle = this.colour("ink");
    ctx.font = `${Math.round(12 * this.size)}px system-ui, sans-serif`;
    ctx.textAlign = "left";
    ctx.fillText(text, x + r + 7 * this.size, y - r - 4 * this.size);
  }
}
