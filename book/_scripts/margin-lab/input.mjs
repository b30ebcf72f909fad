// Mouse, finger and keys on the plane of the margin lab.

import { showReading } from "./readouts.mjs";

/** @typedef {import("./lab.mjs").MarginLab} MarginLab */

const HIT_RADIUS = { mouse: 12, touch: 24 }; // pixels from a point that still are the point's
const CLICK_PX = 8; // a press that moves less is a click

/**
 * A press on a point drags it, and beside the points it adds one. With the right button,
 * Shift or Ctrl it is about the other class: it changes the class of a point, or adds one
 * of the class that isn't chosen.
 * @param {MarginLab} lab
 */
export const listenToPointer = (lab) => {
  const { canvas, plot } = lab;
  /** @type {{x: number, y: number} | undefined} */
  let pressed;

  /** The point under a pointer, or undefined.
   * @param {{clientX: number, clientY: number}} pointer @param {number} radius */
  const hit = (pointer, radius) => {
    const { x, y } = plot.toPlane(pointer);
    let least = (radius / plot.scale) ** 2;
    /** @type {number | undefined} */
    let nearest;
    lab.state.points.forEach((point, i) => {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance <= least) [nearest, least] = [i, distance];
    });
    return nearest;
  };

  /** Whether a pointer that went down is still where it was.
   * @param {PointerEvent} event */
  const isClick = ({ clientX, clientY }) =>
    pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) < CLICK_PX;

  /** @param {PointerEvent} event */
  const isForOtherClass = ({ button, ctrlKey, shiftKey }) => button === 2 || ctrlKey || shiftKey;

  const release = () => {
    pressed = undefined;
    lab.endDrag();
  };

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (!event.isPrimary || (event.button && !isForOtherClass(event))) return;
    const index = hit(event, event.pointerType === "mouse" ? HIT_RADIUS.mouse : HIT_RADIUS.touch);
    if (isForOtherClass(event)) {
      if (index === undefined) lab.add(plot.toPlane(event), -lab.newLabel);
      else {
        lab.select(index);
        lab.relabel();
      }
      return;
    }
    pressed = { x: event.clientX, y: event.clientY };
    if (index === undefined) return;
    lab.beginDrag(index, plot.toPlane(event), hit(event, HIT_RADIUS.mouse) === undefined);
    canvas.setPointerCapture(event.pointerId);
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const { drag } = lab;
    if (!drag) {
      const mouse = event.pointerType === "mouse";
      const over = mouse && hit(event, HIT_RADIUS.mouse) !== undefined;
      canvas.style.cursor = over ? "grab" : "crosshair";
      showReading(lab, mouse ? plot.toPlane(event) : undefined);
      return;
    }
    if (!event.isPrimary || (drag.beside && isClick(event))) return;
    showReading(lab);
    canvas.style.cursor = "grabbing";
    lab.dragTo(plot.toPlane(event));
  };

  /** Add a point, unless the press was on one. A finger beside a point drags that point if it
   * moves, and adds another one if it doesn't.
   * @param {PointerEvent} event */
  const up = (event) => {
    if (!event.isPrimary) return;
    const adds = (!lab.drag || lab.drag.beside) && isClick(event);
    release();
    if (adds) lab.add(plot.toPlane(event), lab.newLabel);
  };

  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointerleave", () => showReading(lab));
  canvas.addEventListener("pointercancel", (event) => {
    if (event.isPrimary) release();
  });
  canvas.addEventListener("contextmenu", (event) => {
    if (event.button === 2 || event.ctrlKey) event.preventDefault();
  });
  // A finger on a point drags it; beside the points it scrolls the page.
  canvas.addEventListener(
    "touchstart",
    (event) => {
      if (hit(event.touches[0], HIT_RADIUS.touch) !== undefined) event.preventDefault();
    },
    { passive: false },
  );
};

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** @type {Record<string, string>} keys that mean the same */
const ALIASES = { Enter: "a", Backspace: "Delete", "\u2212": "-", "=": "+" };

/**
 * @param {MarginLab} lab
 * @param {KeyboardEvent} event
 */
export const onKey = (lab, event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const {
    state: { points },
    selected,
    selectedPoint: point,
  } = lab;
  /** @param {number} label */
  const chooseClass = (label) => {
    lab.setNewLabel(label);
    if (point?.label !== label) lab.relabel();
  };
  /** @param {number} by */
  const selectBy = (by) => {
    const from = selected ?? (by > 0 ? -1 : points.length);
    if (points.length) lab.select((from + by + points.length) % points.length);
  };
  /** @param {[number, number]} direction */
  const moveBy = ([dx, dy]) => {
    const size = event.shiftKey ? 0.5 : 0.1;
    const from = point ?? lab.cursor ?? { x: 0, y: 0 };
    const to = { x: from.x + size * dx, y: from.y + size * dy };
    if (selected !== undefined) lab.move(selected, to);
    else lab.moveCursor(to);
  };
  /** @type {Record<string, () => void>} */
  const actions = {
    n: () => selectBy(1),
    p: () => selectBy(-1),
    a: () => (point ? lab.deselect() : lab.add(lab.cursor ?? { x: 0, y: 0 }, lab.newLabel)),
    "+": () => chooseClass(1),
    "-": () => chooseClass(-1),
    l: () => lab.relabel(),
    s: () => lab.stepBy(event.shiftKey ? -1 : 1),
    Delete: () => lab.remove(),
    Escape: () => lab.deselect(),
    u: () => lab.undo(),
  };
  const name = ALIASES[event.key] ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (ARROWS[name]) moveBy(ARROWS[name]);
  else if (Object.hasOwn(actions, name)) actions[name]();
  else return;
  event.preventDefault();
};
