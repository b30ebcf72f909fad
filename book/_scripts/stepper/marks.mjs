// The marks of a stepper's frames: as SVG, between two frames, and turned in space.

/** Kind, style, points as a flat list, and what the kind needs.
 * @typedef {[kind: string, style: string, at: number[], ...rest: any[]]} Mark */

/** @type {Record<string, number[]>} */
const CORNERS = {
  s: [-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9],
  "^": [0, -1.2, 1.1, 0.8, -1.1, 0.8],
  D: [0, -1.2, 1.2, 0, 0, 1.2, -1.2, 0],
};
/** @param {string} text */
export const escapeHtml = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** The SVG text of one mark. @param {Mark} mark */
export const toSvg = ([kind, style, at, size, columns, letters]) => {
  const [x, y] = at;
  const look = `class="${["line", "text", "area"].includes(kind) ? kind : "marker"} ${style}"`;
  if (kind === "text") return `<text ${look} x="${x}" y="${y}">${escapeHtml(size)}</text>`;
  if (kind === "line") return `<polyline ${look} points="${at}"/>`;
  if (kind === "area") return `<polygon ${look} points="${at}" fill-opacity="${size}"/>`;
  if (kind === "o") return `<circle ${look} cx="${x}" cy="${y}" r="${size}"/>`;
  if (kind === "pixels") {
    /** @param {string} letter @param {number} n */
    const square = (letter, n) => {
      const value = letter.charCodeAt(0) - 109;
      if (!value) return "";
      const corner = `x="${x + (n % columns) * size}" y="${y + Math.floor(n / columns) * size}"`;
      return `<rect class="c${value < 0 ? 0 : 1}" ${corner} width="${size}" height="${size}"
        fill-opacity="${Math.abs(value / 12).toFixed(2)}"/>`;
    };
    return `<g class="pixels">${[...letters].map(square).join("")}</g>`;
  }
  const corners = CORNERS[kind].map((value, n) => at[n % 2] + size * value);
  return `<polygon ${look} points="${corners}"/>`;
};

/** What lies between two marks, or two numbers; the second where they do not match.
 * @param {any} from @param {any} to @param {number} t @returns {any} */
export const tween = (from, to, t) => {
  if (typeof to === "number" && typeof from === "number") return from + (to - from) * t;
  const match =
    Array.isArray(to) &&
    from?.length === to.length &&
    (typeof to[0] !== "string" || (from[0] === to[0] && from[1] === to[1]));
  return match ? to.map((value, n) => tween(from[n], value, t)) : to;
};

/** Marks in space as they are seen, far ones first.
 * @param {Mark[]} marks @param {{width: number, height: number}} size of the picture
 * @param {number[]} turn azimuth and elevation, in degrees @returns {Mark[]} */
export const project = (marks, { width, height }, turn) => {
  const [a, e] = turn.map((degrees) => (degrees * Math.PI) / 180);
  const scale = 0.42 * height;
  return marks
    .map(([kind, style, points, ...rest]) => {
      /** @type {number[]} */
      const at = [];
      let distance = 0;
      for (let n = 0; n < points.length; n += 3) {
        const [x, y, z] = points.slice(n, n + 3);
        const depth = x * Math.sin(a) + y * Math.cos(a);
        const across = x * Math.cos(a) - y * Math.sin(a);
        const up = z * Math.cos(e) + depth * Math.sin(e);
        at.push(width / 2 + scale * across, height / 2 - scale * up);
        distance += (depth * Math.cos(e) - z * Math.sin(e)) / points.length;
      }
      /** @type {Mark} */
      const mark = [kind, style, at, ...rest];
      return { distance, mark };
    })
    .sort((p, q) => q.distance - p.distance)
    .map(({ mark }) => mark);
};
