// The states of the margin lab that undo and redo lead to.

/** @typedef {import("./state.mjs").State} State */

const PAUSE_MS = 1000; // after it, a change of the same group begins a new one

export class UndoStack {
  constructor() {
    /** @type {State[]} */
    this.past = [];
    /** @type {State[]} */
    this.future = [];
    /** @type {string | undefined} the group of the newest change, until it ends */
    this.group = undefined;
    this.time = 0; // of the newest change, in milliseconds
  }

  /** Remember the state before a change; quick changes of one group are one, and so are
   * those of one drag.
   * @param {State} before @param {string | undefined} group @param {boolean} dragging
   * @param {number} [now] in milliseconds */
  remember(before, group, dragging, now = performance.now()) {
    const continues = group && group === this.group && (dragging || now - this.time < PAUSE_MS);
    if (!continues) this.past.push(before);
    this.future = [];
    this.group = group;
    this.time = now;
  }

  /** The next change counts as a new one, even if its group is the same. */
  endGroup() {
    this.group = undefined;
  }

  /** @param {State} now @returns {State | undefined} the state before */
  undo(now) {
    return this.move(this.past, this.future, now);
  }

  /** @param {State} now @returns {State | undefined} the state that was undone last */
  redo(now) {
    return this.move(this.future, this.past, now);
  }

  /** @param {State[]} from @param {State[]} to @param {State} now */
  move(from, to, now) {
    const state = from.pop();
    if (state) {
      to.push(now);
      this.endGroup();
    }
    return state;
  }
}
