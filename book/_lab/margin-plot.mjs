// Draw the plane of the margin lab: f on a grid becomes sides, boundary and margins.

import { LIMITS } from "./margin-state.mjs";

const COLOURS = {
  ink: "--lab-ink", muted: "--lab-muted", accent: "--lab-accent", halo: "--lab-halo",
  empty: "--lab-empty", minus: "--lab-minus", plus: "--lab-plus",
  minusSide: "--lab-minus-side", plusSide: "--lab-plus-side",
};

/** Where f = level crosses the grid: chains of points in grid units. */
export const contours = (values, columns, rows, level) => {
  const above = (k) => values[k] > level;
  const links = new Map(); // an edge of the grid to the edges that its line goes on to
  const link = (a, b) => {
    for (const [from, to] of [[a, b], [b, a]]) {
      if (!links.has(from)) links.set(from, []);
      links.get(from).push(to);
    }
  };
  for (let j = 0; j + 1 < rows; j += 1)
    for (let i = 0; i + 1 < columns; i += 1) {
      const k = j * columns + i;
      const corners = [k, k + 1, k + columns + 1, k + columns].map(above);
      const edges = [2 * k, 2 * (k + 1) + 1, 2 * (k + columns), 2 * k + 1];
      const cut = edges.filter((_, e) => corners[e] !== corners[(e + 1) % 4]);
      if (cut.length === 2) link(...cut);
      else if (cut.length === 4) {
        const turn = corners[0] ? 0 : 3; // cut off the two corners that are below
        link(edges[turn], edges[(turn + 1) % 4]);
        link(edges[(turn + 2) % 4], edges[(turn + 3) % 4]);
      }
    }
  const place = (edge) => {
    const k = edge >> 1;
    const next = edge & 1 ? k + columns : k + 1;
    const t = (level - values[k]) / (values[next] - values[k]);
    const [i, j] = [k % columns, Math.floor(k / columns)];
    return edge & 1 ? [i, j + t] : [i + t, j];
  };
  const chains = [];
  const follow = (start) => {
    const chain = [];
    let edge = start;
    while (edge !== undefined) {
      chain.push(place(edge));
      const to = links.get(edge).pop();
      if (to === undefined) break;
      const back = links.get(to);
      back.splice(back.indexOf(edge), 1);
      edge = to;
    }
    if (chain.length > 1) chains.push(chain);
  };
  for (const [edge, to] of links) if (to.length === 1) follow(edge);
  for (const [edge, to] of links) if (to.length) follow(edge);
  return chains;
};

/** The parts of the plane where f > 0: polygons in grid units. */
export const sides = (values, columns, rows) => {
  const found = [];
  for (let j = 0; j + 1 < rows; j += 1)
    for (let i = 0; i + 1 < columns; i += 1) {
      const k = j * columns + i;
      const corners = [k, k + 1, k + columns + 1, k + columns];
      const at = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const polygon = [];
      corners.forEach((corner, e) => {
        const next = (e + 1) % 4;
        const [here, there] = [values[corner], values[corners[next]]];
        if (here > 0) polygon.push(at[e]);
        if (here > 0 !== there > 0) {
          const t = here / (here - there);
          polygon.push([0, 1].map((d) => at[e][d] + t * (at[next][d] - at[e][d])));
        }
      });
      const before = found.at(-1);
      if (polygon.length === 4 && corners.every((corner) => values[corner] > 0)) {
        if (before?.whole && before.row === j && before.polygon[1][0] === i) {
          before.polygon[1] = at[1];
          before.polygon[2] = at[2];
        } else found.push({ polygon, whole: true, row: j });
      } else if (polygon.length > 2) found.push({ polygon });
    }
  return found.map(({ polygon }) => polygon);
};

export class Plot {
  constructor(canvas, changed) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    new ResizeObserver(changed).observe(canvas);
    new MutationObserver(changed).observe(document.body, {
      attributeFilter: ["data-theme"],
    });
    for (const query of ["print", "(prefers-color-scheme: dark)"])
      matchMedia(query).addEventListener("change", changed);
  }

  /** The place of the plane under a pointer. */
  place({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: ((clientX - box.left) / box.width) * 2 * LIMITS[0] - LIMITS[0],
      y: LIMITS[1] - ((clientY - box.top) / box.height) * 2 * LIMITS[1],
    };
  }

  get scale() {
    return this.canvas.clientWidth / (2 * LIMITS[0]);
  }

  draw({ state, answer, drawn, selected, cursor }) {
    const { canvas, context: pen } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(canvas);
    this.colour = (name) => style.getPropertyValue(COLOURS[name]).trim();
    this.size = Math.max(0.8, Math.min(1, width / 560));
    const x = (value) => (value + LIMITS[0]) * this.scale;
    const y = (value) => (LIMITS[1] - value) * this.scale;
    pen.fillStyle = this.colour(this.ground(answer));
    pen.fillRect(0, 0, width, height);
    if (answer && !answer.flat) this.field(answer.values, drawn, width, height);
    this.axes(x, y, width, height);
    if (cursor) this.cross(x(cursor.x), y(cursor.y));
    const places = new Map(); // several points may be in one
    state.points.forEach((point, i) => {
      const place = `${point.x} ${point.y}`;
      places.set(place, [...(places.get(place) ?? []), i]);
    });
    const numbered = state.points.length <= 12;
    state.points.forEach((point, i) => {
      const at = [x(point.x), y(point.y)];
      if (i === selected) this.halo(...at);
      this.point(...at, point.label);
      if (answer?.kind.length === state.points.length) this.mark(...at, answer.kind[i]);
      const [first, ...others] = places.get(`${point.x} ${point.y}`);
      if (numbered && i === first) this.number(...at, [first, ...others].join(", "));
    });
  }

  /** The colour behind all: one side's, or none where f tells no class. */
  ground(answer) {
    if (!answer || (answer.flat && Math.abs(answer.b) < 1e-6)) return "empty";
    return answer.flat && answer.b > 0 ? "plusSide" : "minusSide";
  }

  field(values, [columns, rows], width, height) {
    const pen = this.context;
    const at = ([i, j]) => [
      (i / (columns - 1)) * width,
      height - (j / (rows - 1)) * height,
    ];
    const trace = (points) => points.forEach((point, n) =>
      pen[n ? "lineTo" : "moveTo"](...at(point)));
    pen.fillStyle = pen.strokeStyle = this.colour("plusSide");
    pen.lineWidth = 1.5; // no seams between the cells
    pen.beginPath();
    for (const polygon of sides(values, columns, rows)) {
      trace(polygon);
      pen.closePath();
    }
    pen.fill();
    pen.stroke();
    pen.strokeStyle = this.colour("ink");
    for (const level of [-1, 1, 0]) {
      pen.lineWidth = level ? 1.4 : 2;
      pen.setLineDash(level ? [7, 5] : []);
      pen.beginPath();
      contours(values, columns, rows, level).forEach(trace);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  axes(x, y, width, height) {
    const pen = this.context;
    pen.strokeStyle = pen.fillStyle = this.colour("muted");
    pen.lineWidth = 1;
    pen.font = `${Math.round(11 * this.size)}px system-ui, sans-serif`;
    pen.textBaseline = "alphabetic";
    const write = (value, ...at) => {
      const text = String(value).replace("-", "\u2212");
      pen.save();
      pen.strokeStyle = this.colour("halo");
      pen.lineWidth = 4;
      pen.lineJoin = "round";
      pen.strokeText(text, ...at);
      pen.restore();
      pen.fillText(text, ...at);
    };
    for (const value of [-4, -2, 0, 2, 4]) {
      pen.beginPath();
      pen.moveTo(x(value), height);
      pen.lineTo(x(value), height - 5);
      pen.stroke();
      pen.textAlign = "center";
      write(value, x(value), height - 8);
    }
    for (const value of [-2, 0, 2]) {
      pen.beginPath();
      pen.moveTo(0, y(value));
      pen.lineTo(5, y(value));
      pen.stroke();
      pen.textAlign = "left";
      write(value, 8, y(value) + 4);
    }
  }

  cross(x, y) {
    const pen = this.context;
    pen.strokeStyle = this.colour("accent");
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
      pen.moveTo(x + 4 * dx, y + 4 * dy);
      pen.lineTo(x + 14 * dx, y + 14 * dy);
    }
    pen.stroke();
  }

  halo(x, y) {
    const pen = this.context;
    pen.fillStyle = this.colour("halo");
    pen.strokeStyle = this.colour("accent");
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x, y, 17 * this.size, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }

  point(x, y, label) {
    const pen = this.context;
    const r = 5 * this.size;
    pen.fillStyle = this.colour(label > 0 ? "plus" : "minus");
    pen.strokeStyle = this.colour("ink");
    pen.lineWidth = 0.9;
    pen.beginPath();
    if (label > 0) pen.rect(x - r, y - r, 2 * r, 2 * r);
    else pen.arc(x, y, 1.1 * r, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }

  mark(x, y, kind) {
    if (kind === "free") return;
    const pen = this.context;
    const r = 10.5 * this.size;
    pen.strokeStyle = this.colour("ink");
    pen.lineWidth = 1.5;
    pen.beginPath();
    if (kind === "on") pen.arc(x, y, r, 0, 2 * Math.PI);
    else if (kind === "inside") {
      const d = 1.25 * r;
      [[d, 0], [0, d], [-d, 0], [0, -d]].forEach(([dx, dy], n) =>
        pen[n ? "lineTo" : "moveTo"](x + dx, y + dy));
      pen.closePath();
    } else
      for (const d of [1, -1]) {
        pen.moveTo(x - r, y - d * r);
        pen.lineTo(x + r, y + d * r);
      }
    pen.stroke();
  }

  number(x, y, text) {
    const pen = this.context;
    pen.fillStyle = this.colour("ink");
    pen.font = `${Math.round(12 * this.size)}px system-ui, sans-serif`;
    pen.textAlign = "left";
    pen.fillText(text, x + 12 * this.size, y - 9 * this.size);
  }
}
