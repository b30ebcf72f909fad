// The marks of a stepper's frames: between two frames, and turned in space.

/** Kind, style, points as a flat list, and what the kind needs.
 * @typedef {[kind: string, style: string, at: number[], ...rest: any[]]} Mark */

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
