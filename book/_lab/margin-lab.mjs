// The margin lab. svmlib computes in the worker; here it is drawn and listened to.
// For tests and teachers, the element .margin-lab carries `lab`, whose `state` and
// `answer` are what is seen, and data-settled="yes" when nothing is under way.

import { OVERTAKEN, Problem, engine, gate } from "./engine.mjs";
import { Plot } from "./margin-plot.mjs";
import {
  KERNELS, LIMITS, MOST, PARAMETERS, clamp, decode, encode, isLink, toNumber, unfit,
} from "./margin-state.mjs";

const EXAMPLES = {
  separable: "Separable", overlapping: "Overlapping", outlier: "One outlier",
  xor: "XOR", rings: "Rings", six: "Six points", step: "Worked step",
};
const QUICK = { grid: [48, 36], max_iter: 2000, tol: 1e-6 };
const FULL = { grid: [96, 72] };
const SHARP = 10; // an RBF kernel with a larger gamma needs a finer grid
const NEAR = { mouse: 12, touch: 24 }; // pixels from a point that still are the point's
const PAUSE = 1000; // milliseconds that part two changes of one name
const KINDS = {
  free: "beyond its margin", on: "on the margin", inside: "inside the margin",
  wrong: "misclassified",
};
const MARKS = {
  plus: '<rect x="5" y="5" width="10" height="10" class="lab-plus"/>',
  minus: '<circle cx="10" cy="10" r="5.5" class="lab-minus"/>',
  on: '<circle cx="10" cy="10" r="8"/>',
  inside: '<path d="M10 1l9 9-9 9-9-9z"/>',
  wrong: '<path d="M2.5 2.5l15 15m0-15l-15 15"/>',
};
const icon = (name) =>
  `<svg class="lab-icon" viewBox="0 0 20 20" aria-hidden="true">${MARKS[name]}</svg>`;

const signed = (text) => String(text).replaceAll("-", "\u2212");
export const short = (value) => {
  if (value === null) return "none";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return signed(value.toExponential(1));
  return signed(Number(value.toPrecision(4)));
};
const sign = (label) => (label > 0 ? "+1" : "\u22121");
const where = ({ x, y }) => `(${short(x)}, ${short(y)})`;

const KEYS = [
  ["n, p", "the next point, the point before"],
  ["arrow keys", "move the selected point, or the cross, by 0.1; with Shift by 0.5"],
  ["Enter or a", "let go of the point, or add one at the cross"],
  ["+ and -", "the class of the selected point, or of new points"],
  ["l", "relabel the selected point"],
  ["Delete or Backspace", "remove it"],
  ["Escape", "let go of it"],
  ["u", "undo"],
];

const slider = (name) => {
  const { words, least, most, whole } = PARAMETERS[name];
  const logarithmic = name === "C" || name === "gamma";
  const [low, high] = logarithmic ? [Math.log10(least), Math.log10(most)] : [least, most];
  const step = logarithmic ? 0.05 : whole ? 1 : 0.1;
  return `<div class="lab-slider" data-parameter="${name}">
    <label for="lab-${name}">${words}</label>
    <input id="lab-${name}" type="range" min="${low}" max="${high}" step="${step}">
    <input type="text" inputmode="decimal" size="7" aria-label="${words}, as a number">
  </div>`;
};

const INSIDE = `
<div class="lab-bar" role="group" aria-label="Examples">${Object.entries(EXAMPLES)
    .map(([name, words]) => `<button type="button" data-example="${name}">${words}</button>`)
    .join("")}</div>
<canvas class="lab-plane" tabindex="0" role="application" aria-label="The plane"
  aria-describedby="lab-keys-hint lab-summary"></canvas>
<p class="visually-hidden" id="lab-keys-hint">With the plane in focus, n and p go from point to
  point, the arrow keys move, Enter adds, Delete removes.</p>
<p class="lab-legend">${["on", "inside", "wrong"]
    .map((kind) => `<span>${icon(kind)} ${KINDS[kind]}</span>`).join("")}
  <span><span class="lab-line"></span> f = 0</span>
  <span><span class="lab-line lab-dashed"></span> f = ±1</span></p>
<div class="lab-bar">
  <span class="lab-choice" role="radiogroup" aria-label="Class of new points">
    <span aria-hidden="true">New points</span>
    <label><input type="radio" name="lab-class" value="1" checked>${icon("plus")}+1</label>
    <label><input type="radio" name="lab-class" value="-1">${icon("minus")}\u22121</label>
  </span>
  <button type="button" data-act="relabel">Relabel</button>
  <button type="button" data-act="remove">Remove</button>
  <button type="button" data-act="undo">Undo</button>
  <button type="button" data-act="clear">Clear</button>
  <button type="button" data-act="link">Copy link</button>
</div>
<p class="lab-point"></p>
<div class="lab-columns">
  <div class="lab-controls">
    <span class="lab-choice" role="radiogroup" aria-label="Kernel">
      <span aria-hidden="true">Kernel</span>
      <label><input type="radio" name="lab-kernel" value="linear">linear</label>
      <label><input type="radio" name="lab-kernel" value="poly">polynomial</label>
      <label><input type="radio" name="lab-kernel" value="rbf">RBF</label>
    </span>
    ${Object.keys(PARAMETERS).map(slider).join("")}
  </div>
  <dl class="lab-numbers"></dl>
</div>
<p class="lab-note" role="status"></p>
<p class="lab-summary visually-hidden" id="lab-summary" role="status"></p>
<details class="lab-fold lab-table"><summary>The points in a table</summary>
  <div class="lab-scroll" tabindex="0" role="group" aria-label="Table of the points"><table>
  <thead><tr><th scope="col">i</th><th scope="col">x</th><th scope="col">y</th><th scope="col">α</th>
  <th scope="col">ξ</th><th scope="col">where it is</th></tr></thead><tbody></tbody></table></div></details>
<details class="lab-fold"><summary>The keys of the plane</summary>
  <table><tbody>${KEYS.map(([key, what]) =>
    `<tr><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`).join("")}</tbody></table></details>`;

class MarginLab {
  constructor(element) {
    this.element = element;
    this.state = { points: [], kernel: "linear", C: 1, gamma: 0.5, degree: 3, coef0: 1 };
    this.past = [];
    this.turn = 0;
    this.newLabel = 1;
    element.lab = this;
    addEventListener("hashchange", () => this.follow());
    this.linked = this.read();
  }

  // --- the address ---------------------------------------------------------------

  /** The state that the address carries, or undefined; a bad one is told in words. */
  read() {
    if (!isLink(location.hash)) return undefined;
    try {
      const state = decode(location.hash);
      this.warn("");
      return state;
    } catch (error) {
      const end = /[?!]$/.test(error.message) ? "" : ".";
      this.warn(`The link's own points are ignored: ${error.message}${end}`);
      return undefined;
    } finally {
      this.element.scrollIntoView({ block: "start" });
    }
  }

  warn(text) {
    let place = this.element.querySelector(".lab-warning");
    if (!place) {
      place = document.createElement("p");
      place.className = "lab-warning";
      place.setAttribute("role", "status");
      this.element.prepend(place);
    }
    place.textContent = text;
    place.hidden = !text;
  }

  follow() {
    const state = this.read();
    if (!state) return;
    this.linked = state;
    if (this.plot) this.replace(state);
  }

  /** Take other points, and let go of what was held of the old ones. */
  replace(given) {
    this.selected = this.cursor = this.drag = undefined;
    this.change(() => { Object.assign(this.state, given); });
  }

  // --- starting --------------------------------------------------------------------

  async begin() {
    const given = this.linked ?? await this.example(this.element.dataset.example);
    this.state = { ...this.state, ...given };
    const grid = this.grid(QUICK);
    const answer = await engine.ask(this, "margin", { ...this.given(), ...QUICK, grid })
      .catch((error) => { if (!(error instanceof Problem)) throw error; });
    const stage = document.createElement("div");
    stage.className = "lab-stage";
    stage.innerHTML = INSIDE;
    const figure = this.element.querySelector("figure");
    figure.before(stage);
    figure.querySelectorAll("img").forEach((image) => { image.hidden = true; });
    this.find = (selector) => stage.querySelector(selector);
    this.canvas = this.find("canvas");
    this.plot = new Plot(this.canvas, () => this.redraw());
    if (answer) this.show(answer, grid);
    this.listen(stage);
    engine.listeners.add((text) => this.say(text));
    this.update();
    this.canvas.focus({ preventScroll: true });
  }

  /** An example, or undefined if another was asked for meanwhile. */
  async example(name) {
    const found = await engine.ask("examples", "preset", { name });
    if (found === OVERTAKEN) return undefined;
    const { points, labels, kernel, C } = found;
    const { name: kind, ...parameters } = kernel;
    const places = points.map(([x, y], i) => ({ x, y, label: labels[i] }));
    return { points: places, kernel: kind, ...parameters, C };
  }

  // --- asking ----------------------------------------------------------------------

  given() {
    const { points, kernel, C } = this.state;
    const parameters = KERNELS[kernel].map((name) => [name, this.state[name]]);
    return {
      points: points.map(({ x, y }) => [x, y]),
      labels: points.map(({ label }) => label),
      kernel: { name: kernel, ...Object.fromEntries(parameters) },
      C,
    };
  }

  missing() {
    const lacking = [1, -1].filter((label) =>
      this.state.points.every((point) => point.label !== label));
    if (!lacking.length) return "";
    return `Two classes are needed: there is no point of the class ${lacking.map(sign).join(", nor of ")}.`;
  }

  /** From here on the numbers that are shown are those of a state that has been. */
  unsettle() {
    this.turn += 1;
    this.element.dataset.settled = "no";
    clearTimeout(this.later);
    this.say("");
    this.wait();
  }

  wait() {
    clearTimeout(this.slow);
    this.slow = setTimeout(() => {
      this.say("Still computing. The picture is not the final one.");
      this.busy(true);
    }, 700);
  }

  say(text) {
    this.find(".lab-note").textContent = text;
  }

  busy(yes) {
    this.find(".lab-numbers").setAttribute("aria-busy", yes);
  }

  async update() {
    this.unsettle();
    this.redraw();
    this.controls();
    const lacking = this.missing();
    if (lacking) {
      this.show(undefined);
      this.settle(lacking);
    } else if (await this.solve(QUICK)) {
      this.rough = this.turn;
      this.finish();
    }
  }

  /** Once the reader rests: a finer grid, and more steps if the solver wants them. */
  finish() {
    clearTimeout(this.later);
    clearTimeout(this.slow);
    if (this.drag) return;
    this.wait();
    this.later = setTimeout(async () => {
      if (await this.solve(FULL)) this.settle(this.answer.note);
    }, 80);
  }

  /** As fine as the boundary needs: f of a linear kernel is known by its corners. */
  grid(how) {
    const { kernel, gamma } = this.state;
    if (kernel === "linear") return [2, 2];
    const times = how === FULL && kernel === "rbf" && gamma > SHARP ? 2 : 1;
    return how.grid.map((size) => times * size);
  }

  /** Ask and show; true if the answer is that of the newest state. */
  async solve(how) {
    const { turn, lastChange } = this;
    const grid = this.grid(how);
    try {
      const answer = await engine.ask(this, "margin", { ...this.given(), ...how, grid });
      if (answer === OVERTAKEN) return false;
      // While a point or a slider moves on, the boundary follows as fast as it can.
      const follows = lastChange && lastChange === this.lastChange &&
        answer.kind.length === this.state.points.length && !this.missing();
      if (turn === this.turn || follows) this.show(answer, grid, turn);
      return turn === this.turn;
    } catch (error) {
      if (turn !== this.turn) return false;
      this.show(undefined);
      this.settle(error instanceof Problem ? `svmlib says: ${error.message}.` : error.message);
      return false;
    }
  }

  // --- showing ---------------------------------------------------------------------

  redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.plot.draw(this);
    });
  }

  /** Show an answer, and remember of which state it is. */
  show(answer, grid, turn) {
    this.answer = answer;
    this.drawn = grid;
    this.shown = turn;
    const count = (kind) => answer.kind.filter((other) => other === kind).length;
    const total = (values) => values.reduce((sum, value) => sum + value, 0);
    const rows = answer && [
      ["width 2/‖w‖", short(answer.width)],
      ["‖w‖", short(answer.norm)],
      ["total slack", short(total(answer.slack))],
      ["primal", short(answer.primal)],
      ["dual", short(answer.dual)],
      ["gap", short(answer.gap)],
      ["support vectors", ["on", "inside", "wrong"].map((kind) =>
        `<span title="${KINDS[kind]}">${icon(kind)}${count(kind)}<span class="visually-hidden"> ${KINDS[kind]}</span></span>`).join(" ")],
      ["steps", answer.steps],
    ];
    this.find(".lab-numbers").innerHTML = (rows || [])
      .map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("");
    this.tellPoint();
    this.redraw();
  }

  settle(note) {
    clearTimeout(this.slow);
    this.busy(false);
    this.note = note;
    this.say(note);
    this.table();
    this.tellPoint();
    const point = this.state.points[this.selected] ? `${this.find(".lab-point").textContent} ` : "";
    this.announce(point + this.summary());
    clearTimeout(this.writing);
    if (this.past.length || isLink(location.hash))
      this.writing = setTimeout(() => history.replaceState(null, "", encode(this.state)), 300);
    this.element.dataset.settled = "yes";
  }

  /** For those who do not see the plane; the lines that change meanwhile are not read. */
  announce(text) {
    this.find(".lab-summary").textContent = text;
  }

  summary() {
    const { points, C } = this.state;
    if (!this.answer) return `${points.length} points, no boundary.`;
    const { kind, width, primal, dual, gap } = this.answer;
    const counts = ["on", "inside", "wrong"].map((name) =>
      `${kind.filter((other) => other === name).length} ${KINDS[name]}`);
    return `${points.length} points, C = ${short(C)}. Width ${short(width)}. ` +
      `Support vectors: ${counts.join(", ")}. ` +
      `Primal ${short(primal)}, dual ${short(dual)}, gap ${short(gap)}.`;
  }

  /** The line below the plane. Numbers of before stay for a moment, lest they flicker. */
  tellPoint(late) {
    const place = this.find(".lab-point");
    const point = this.state.points[this.selected];
    let text = "Add a point with a click or a tap. Drag a point to move it.";
    if (point) {
      const i = this.selected;
      const known = this.answer && this.shown === this.turn;
      if (known || late || !place.textContent.startsWith(`Point ${i},`)) {
        text = `Point ${i}, class ${sign(point.label)}, at ${where(point)}`;
        if (known)
          text += `: ${KINDS[this.answer.kind[i]]}, α = ${short(this.answer.alpha[i])}, ξ = ${short(this.answer.slack[i])}`;
        text += ".";
      } else {
        text = place.textContent;
        this.telling ??= setTimeout(() => {
          this.telling = undefined;
          this.tellPoint(true);
        }, 150);
      }
    } else if (this.cursor) text = `The cross is at ${where(this.cursor)}. Enter adds a point.`;
    if (place.textContent !== text) place.textContent = text;
    for (const act of ["relabel", "remove"])
      this.find(`[data-act="${act}"]`).disabled = !point;
    this.find('[data-act="undo"]').disabled = !this.past.length;
    this.find('[data-act="clear"]').disabled = !this.state.points.length;
  }

  table() {
    const { answer } = this;
    this.find(".lab-table tbody").innerHTML = this.state.points.map((point, i) => {
      const own = answer ? [short(answer.alpha[i]), short(answer.slack[i]), KINDS[answer.kind[i]]] : ["", "", ""];
      const cells = [where(point), sign(point.label), ...own];
      return `<tr><th scope="row">${i}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    }).join("");
  }

  controls() {
    const { kernel } = this.state;
    this.find(`[name="lab-kernel"][value="${kernel}"]`).checked = true;
    this.find(`[name="lab-class"][value="${this.newLabel}"]`).checked = true;
    for (const name of Object.keys(PARAMETERS)) {
      const row = this.find(`[data-parameter="${name}"]`);
      row.hidden = name !== "C" && !KERNELS[kernel].includes(name);
      const [range, text] = row.querySelectorAll("input");
      const value = this.state[name];
      range.value = name === "C" || name === "gamma" ? Math.log10(value) : value;
      range.setAttribute("aria-valuetext", String(value));
      if (document.activeElement !== text) text.value = value;
      text.removeAttribute("aria-invalid");
    }
  }

  // --- changing --------------------------------------------------------------------

  /** Change the state, and remember the one before; quick changes of one name are one. */
  change(make, name) {
    const before = { ...this.state, points: this.state.points.map((point) => ({ ...point })) };
    make();
    this.warn("");
    const now = performance.now();
    const goesOn = name && name === this.lastChange && (this.drag || now - this.lastTime < PAUSE);
    if (!goesOn) this.past.push(before);
    this.lastChange = name;
    this.lastTime = now;
    if (this.selected >= this.state.points.length) this.selected = undefined;
    this.update();
    this.tellPoint();
  }

  add(place) {
    if (this.state.points.length >= MOST) {
      this.say(`The lab takes ${MOST} points, and no more.`);
      return;
    }
    const point = { x: clamp(place.x, LIMITS[0]), y: clamp(place.y, LIMITS[1]), label: this.newLabel };
    this.change(() => { this.selected = this.state.points.push(point) - 1; });
    this.cursor = undefined;
  }

  move(index, place) {
    const point = this.state.points[index];
    if (!point) return; // undone or cleared meanwhile
    const [x, y] = [clamp(place.x, LIMITS[0]), clamp(place.y, LIMITS[1])];
    if (x === point.x && y === point.y) return;
    this.change(() => { Object.assign(point, { x, y }); }, `move ${index} ${this.drag?.number}`);
  }

  select(index) {
    this.selected = index;
    this.cursor = undefined;
    this.redraw();
    this.tellPoint();
    this.announce(this.find(".lab-point").textContent);
  }

  /** Take an example, unless the reader has done something else before it came. */
  async take(name) {
    this.unsettle();
    const { turn } = this;
    try {
      const given = await this.example(name);
      if (given && turn === this.turn) this.replace(given);
    } catch (error) {
      if (turn === this.turn) this.settle(error.message);
    }
  }

  acts = {
    relabel: () => this.change(() => { this.state.points[this.selected].label *= -1; }),
    remove: () => this.change(() => {
      const [gone] = this.state.points.splice(this.selected, 1);
      this.cursor = { x: gone.x, y: gone.y };
      this.selected = undefined;
    }),
    clear: () => this.change(() => { this.state.points = []; }),
    undo: () => {
      if (!this.past.length) return;
      this.state = this.past.pop();
      this.lastChange = this.selected = undefined;
      this.update();
      this.tellPoint();
    },
    link: async () => {
      const link = new URL(encode(this.state), location.href).href;
      history.replaceState(null, "", link);
      const place = this.find(".lab-point");
      try {
        await navigator.clipboard.writeText(link);
        place.textContent = "The link is copied: it holds the points, the kernel and C.";
      } catch {
        place.textContent = "The link is the address of this page, as it stands now.";
      }
      this.announce(place.textContent);
    },
  };

  // --- listening -------------------------------------------------------------------

  listen(stage) {
    stage.addEventListener("click", ({ target }) => {
      const { act, example } = target.closest("button")?.dataset ?? {};
      if (act) this.acts[act]();
      if (example) this.take(example);
    });
    stage.addEventListener("input", ({ target }) => this.input(target));
    stage.addEventListener("change", ({ target }) => {
      if (target.type === "text") this.lastTime = -Infinity; // the next one is another
    });
    stage.addEventListener("focusout", () => {
      if (stage.querySelector("[aria-invalid]")) this.say(this.note ?? "");
      this.controls();
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("pointerdown", (event) => this.down(event));
    this.canvas.addEventListener("pointermove", (event) => this.dragged(event));
    this.canvas.addEventListener("pointerup", (event) => this.up(event));
    this.canvas.addEventListener("pointercancel", (event) => {
      if (event.isPrimary) this.drop();
    });
    // A finger on a point drags it; beside the points it scrolls the page.
    this.canvas.addEventListener("touchstart", (event) => {
      if (this.hit(event.touches[0], NEAR.touch) !== undefined) event.preventDefault();
    }, { passive: false });
  }

  input(target) {
    if (target.name === "lab-class") {
      this.newLabel = Number(target.value);
      return;
    }
    if (target.name === "lab-kernel") {
      this.change(() => { this.state.kernel = target.value; });
      return;
    }
    const name = target.closest("[data-parameter]")?.dataset.parameter;
    if (!name) return;
    const logarithmic = name === "C" || name === "gamma";
    const slid = target.type === "range";
    let value = toNumber(target.value);
    if (slid && logarithmic) value = Number((10 ** value).toPrecision(3));
    const problem = unfit(name, value);
    if (problem) {
      target.setAttribute("aria-invalid", "true");
      this.say(`${problem}.`);
      return;
    }
    this.change(() => { this.state[name] = value; }, name);
  }

  hit(pointer, reach) {
    const { x, y } = this.plot.place(pointer);
    let [nearest, least] = [undefined, (reach / this.plot.scale) ** 2];
    this.state.points.forEach((point, i) => {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance <= least) [nearest, least] = [i, distance];
    });
    return nearest;
  }

  down(event) {
    if (event.button || !event.isPrimary) return;
    const mouse = event.pointerType === "mouse";
    const index = this.hit(event, mouse ? NEAR.mouse : NEAR.touch);
    this.pressed = { x: event.clientX, y: event.clientY };
    if (index === undefined) return;
    const place = this.plot.place(event);
    const point = this.state.points[index];
    const beside = this.hit(event, NEAR.mouse) === undefined;
    if (!beside) this.select(index);
    this.drags = (this.drags ?? 0) + 1;
    this.drag = {
      index, beside, number: this.drags, dx: point.x - place.x, dy: point.y - place.y,
    };
    this.canvas.setPointerCapture(event.pointerId);
  }

  /** Whether a pointer that went down is still where it was. */
  rests({ clientX, clientY }) {
    return this.pressed && Math.hypot(clientX - this.pressed.x, clientY - this.pressed.y) < 8;
  }

  dragged(event) {
    const { drag } = this;
    if (!drag) {
      const over = event.pointerType === "mouse" && this.hit(event, NEAR.mouse) !== undefined;
      this.canvas.style.cursor = over ? "grab" : "crosshair";
      return;
    }
    if (!event.isPrimary || (drag.beside && this.rests(event))) return;
    if (drag.beside) {
      drag.beside = false;
      this.select(drag.index);
    }
    this.canvas.style.cursor = "grabbing";
    const { x, y } = this.plot.place(event);
    this.move(drag.index, { x: x + drag.dx, y: y + drag.dy });
  }

  /** A finger that rests beside a point adds one: only where it moves, it drags. */
  up(event) {
    if (!event.isPrimary) return;
    const adds = (!this.drag || this.drag.beside) && this.rests(event);
    this.drop();
    if (adds) this.add(this.plot.place(event));
  }

  drop() {
    const dragged = this.drag;
    this.drag = this.pressed = undefined;
    const waits = this.element.dataset.settled === "no" && this.rough === this.turn;
    if (dragged && waits) this.finish(); // else the quick answer does when it comes
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { points } = this.state;
    const held = this.selected !== undefined;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const relabel = (label) => {
      this.newLabel = label;
      if (held && points[this.selected].label !== label) this.acts.relabel();
      this.controls();
    };
    const go = (by) => {
      if (points.length)
        this.select(held ? (this.selected + by + points.length) % points.length : by > 0 ? 0 : points.length - 1);
    };
    const step = (dx, dy) => {
      const size = event.shiftKey ? 0.5 : 0.1;
      const from = held ? points[this.selected] : this.cursor ?? { x: 0, y: 0 };
      const to = { x: clamp(from.x + size * dx, LIMITS[0]), y: clamp(from.y + size * dy, LIMITS[1]) };
      if (held) this.move(this.selected, to);
      else this.cursor = to;
    };
    const letGo = () => {
      if (held) this.cursor = { x: points[this.selected].x, y: points[this.selected].y };
      this.selected = undefined;
    };
    const deeds = {
      n: () => go(1),
      p: () => go(-1),
      a: () => (held ? letGo() : this.add(this.cursor ?? { x: 0, y: 0 })),
      "+": () => relabel(1),
      "-": () => relabel(-1),
      l: () => held && this.acts.relabel(),
      Delete: () => held && this.acts.remove(),
      Escape: letGo,
      u: () => this.acts.undo(),
    };
    const same = { Enter: "a", Backspace: "Delete", "\u2212": "-", "=": "+" };
    const name = same[event.key] ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (arrows[name]) step(...arrows[name]);
    else if (deeds[name]) deeds[name]();
    else return;
    event.preventDefault();
    this.redraw();
    this.tellPoint();
    if (this.cursor) this.announce(this.find(".lab-point").textContent);
  }
}

const element = document.querySelector(".margin-lab");
if (element) {
  const lab = new MarginLab(element);
  gate(element, {
    what: lab.linked ? "the lab with the points of the link" : "the lab",
    also: lab.linked ? "The figure shows the lab's own example, not the link's." : "",
    begin: () => lab.begin(),
  });
}
