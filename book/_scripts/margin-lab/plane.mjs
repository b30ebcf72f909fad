// The size of the margin lab's plane, which the page takes from margin_lab.py.

/** @typedef {import("./geometry.mjs").Place} Place */

const { limits } = /** @type {HTMLElement} */ (document.querySelector(".margin-lab")).dataset;
const [x, y] = JSON.parse(limits ?? "");

/** Its upper right corner; the lower left one is the same below zero. @type {Place} */
export const LIMITS = { x, y };
