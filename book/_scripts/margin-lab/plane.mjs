// The plane of the margin lab, as far as the page says, which has it from margin_lab.py.

/** @typedef {import("./geometry.mjs").Place} Place */

const { limits } = /** @type {HTMLElement} */ (document.querySelector(".margin-lab")).dataset;
const [x, y] = JSON.parse(limits ?? "");

/** Its upper right corner; below zero it reaches as far. @type {Place} */
export const LIMITS = { x, y };
