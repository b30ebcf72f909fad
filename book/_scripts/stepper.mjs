// Play the frames that svmlib wrote into a figure's SVG file; svmlib/plots/marks.py says
// what they hold.

import { escapeHtml, project, toSvg, tween } from "./stepper/marks.mjs";

/** @typedef {import("./stepper/marks.mjs").Mark} Mark */
/** A title, words, and which marks. @typedef {[string, string, number[]]} Frame */
/** `turn` holds the azimuth and the elevation from which marks in space are seen; it is null
 * if the marks are in a plane.
 * @typedef {{width: number, height: number, turn: number[] | null,
 *   runs: {name: string, marks: Mark[], frames: Frame[]}[]}} Trace */

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Stepper {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.box = document.createElement("div");
    this.box.className = "stepper";
    this.box.role = "group";
    this.box.ariaLabel = "Step by step";
    const runs = trace.runs.map(
      ({ name }, n) => `<button data-run="${n}">${escapeHtml(name)}</button>`,
    );
    this.box.innerHTML = `
      <div class="stepper-runs" role="group" aria-label="Example"
        ${runs.length > 1 ? "" : "hidden"}>${runs.join("")}</div>
      <svg viewBox="0 0 ${trace.width} ${trace.height}" aria-hidden="true"></svg>
      <div class="stepper-bar">
        <button data-go="-1" aria-label="Back">‹</button>
        <button data-play>Play</button>
        <button data-go="1" aria-label="Next">›</button>
        <input type="range" min="0" aria-label="Step">
        <span class="stepper-count"></span>
      </div>
      <div class="stepper-words"><p aria-live="polite"></p><p aria-hidden="true"></p></div>`;
    /** @param {string} selector @returns {any} */
    const find = (selector) => this.box.querySelector(selector);
    /** @type {SVGSVGElement} */
    this.svg = find("svg");
    /** @type {HTMLInputElement} */
    this.range = find("input");
    /** @type {HTMLButtonElement} */
    this.playButton = find("[data-play]");
    /** @type {HTMLButtonElement} */
    this.back = find('[data-go="-1"]');
    /** @type {HTMLButtonElement} */
    this.next = find('[data-go="1"]');
    this.count = find(".stepper-count");
    this.words = find("[aria-live]");
    this.longest = find("p + p"); // unseen, it keeps the words' place
    /** @type {{title: string, words: string, marks: Mark[]}[]} */
    this.frames = [];
    this.step = this.moving = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {Mark[]} */
    this.shown = [];
    this.turn = trace.turn ?? [0, 0];
    this.box.addEventListener("click", (/** @type {any} */ { target }) => {
      const { run, go, play } = target.dataset;
      if (run) this.start(Number(run));
      else if (go) this.go(this.step + Number(go));
      else if (play !== undefined) this.play(!this.timer);
    });
    this.range.addEventListener("input", () => this.go(this.range.valueAsNumber));
    this.box.addEventListener("keydown", (event) => this.onKey(event));
    if (trace.turn) this.makeTurnable();
    this.start(0);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { key, target } = event;
    if (target === this.range || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.frames.length - 1;
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: last };
    const to = steps[key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** Begin a run at its first frame. @param {number} run */
  start(run) {
    const { marks, frames } = this.trace.runs[run];
    this.frames = frames.map(([title, words, numbers]) => ({
      title,
      words,
      marks: numbers.map((n) => marks[n]),
    }));
    this.range.max = `${frames.length - 1}`;
    this.longest.textContent = frames.reduce(
      (long, [, words]) => (words.length > long.length ? words : long),
      "",
    );
    this.box.querySelectorAll("[data-run]").forEach((button, n) => {
      button.ariaPressed = `${n === run}`;
    });
    this.shown = [];
    this.go(0);
  }

  /** @param {number} step */
  go(step, playing = false) {
    if (!playing) this.play(false);
    this.step = Math.max(0, Math.min(this.frames.length - 1, step));
    const { title, words, marks } = this.frames[this.step];
    this.range.valueAsNumber = this.step;
    this.range.setAttribute("aria-valuetext", title);
    this.count.textContent = `${this.step + 1} of ${this.frames.length}`;
    this.words.innerHTML = `<b>${escapeHtml(title)}.</b> ${escapeHtml(words)}`;
    this.back.disabled = this.step === 0;
    this.next.disabled = this.step === this.frames.length - 1;
    cancelAnimationFrame(this.moving);
    const from = this.shown;
    if (!from.length || reducedMotion.matches) return this.draw(marks);
    const begun = performance.now();
    /** @param {number} now */
    const move = (now) => {
      const t = Math.min(1, Math.max(0, now - begun) / 350);
      if (t === 1) return this.draw(marks);
      const eased = t * t * (3 - 2 * t);
      this.draw(marks.map((mark, n) => tween(from[n], mark, eased)));
      this.moving = requestAnimationFrame(move);
    };
    this.moving = requestAnimationFrame(move);
  }

  /** @param {boolean} on */
  play(on) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.playButton.textContent = on ? "Pause" : "Play";
    this.words.ariaLive = on ? "off" : "polite"; // or it would never stop talking
    if (!on) return;
    if (this.step === this.frames.length - 1) this.go(0, true);
    const next = () => {
      const { length } = this.frames[this.step].words;
      this.timer = setTimeout(
        () => {
          this.go(this.step + 1, true);
          if (this.step < this.frames.length - 1) next();
          else this.play(false);
        },
        900 + 22 * length,
      );
    };
    next();
  }

  /** Let marks in space be turned, by dragging and by the arrow keys. */
  makeTurnable() {
    const { svg } = this;
    svg.removeAttribute("aria-hidden");
    svg.tabIndex = 0;
    svg.role = "img";
    svg.ariaLabel = "Picture in space. The arrow keys turn it.";
    svg.classList.add("stepper-turnable");
    /** @param {number} around @param {number} up */
    const turnBy = (around, up) => {
      this.turn = [this.turn[0] + around, Math.max(0, Math.min(90, this.turn[1] + up))];
      this.draw(this.shown);
    };
    svg.addEventListener("pointerdown", ({ pointerId }) => svg.setPointerCapture(pointerId));
    svg.addEventListener("pointermove", ({ buttons, movementX, movementY }) => {
      if (buttons) turnBy(-movementX / 2, movementY / 2);
    });
    svg.addEventListener("keydown", (event) => {
      /** @type {Record<string, [number, number]>} */
      const turns = { ArrowLeft: [8, 0], ArrowRight: [-8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] };
      const turn = turns[event.key];
      if (!turn) return;
      event.preventDefault();
      event.stopPropagation();
      turnBy(...turn);
    });
  }

  /** @param {Mark[]} marks */
  draw(marks) {
    this.shown = marks;
    this.svg.innerHTML = (this.trace.turn ? project(marks, this.trace, this.turn) : marks)
      .map(toSvg)
      .join("");
  }
}

/** @param {HTMLImageElement} image */
const addStepper = async (image) => {
  const text = await (await fetch(image.src)).text();
  const trace = JSON.parse(text.match(/<metadata>(.*)<\/metadata>/s)?.[1] ?? "");
  const stepper = new Stepper(trace);
  image.before(stepper.box);
  image.loading = "eager"; // it is shown only on paper now
};

const observer = new IntersectionObserver(
  (entries) =>
    entries.forEach((entry) => {
      const image = /** @type {HTMLImageElement} */ (entry.target);
      if (!entry.isIntersecting || !image.matches(".stepper")) return;
      image.classList.remove("stepper"); // it has its stepper
      addStepper(image).catch(() => image.classList.add("stepper"));
    }),
  { rootMargin: "800px" },
);
document.querySelectorAll("img.stepper").forEach((image) => observer.observe(image));
