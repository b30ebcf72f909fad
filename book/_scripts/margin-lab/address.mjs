// The page's address, which may hold points, a kernel and C for the margin lab.

import { decode, isLink } from "./state.mjs";

/** @typedef {import("./state.mjs").Problem} Problem */

/** Read a link; what is wrong with a bad one is said in words.
 * @param {string} hash @returns {{problem?: Problem, fault: string}} */
const readLink = (hash) => {
  try {
    return { problem: decode(hash), fault: "" };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const end = /[?!]$/.test(message) ? "" : ".";
    return { fault: `The lab can't use the link: ${message}${end}` };
  }
};

/** The points, the kernel and C that the address holds, before the start and after it. */
export class Address {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {(problem: Problem) => void} called for each new link */
    this.onLink = () => {};
    /** @type {Problem | undefined} */
    this.problem = undefined;
    this.follow();
    addEventListener("hashchange", () => this.follow());
  }

  /** If the address is a link to the lab, go there, and take up its points or say why not. */
  follow() {
    if (!isLink(location.hash)) return;
    this.element.scrollIntoView({ block: "start" });
    const { problem, fault } = readLink(location.hash);
    this.warn(fault);
    if (!problem) return;
    this.problem = problem;
    this.onLink(problem);
  }

  /** @param {string} text */
  warn(text) {
    /** @type {HTMLElement | null} */
    let warning = this.element.querySelector(".lab-warning");
    if (!warning) {
      warning = document.createElement("p");
      warning.className = "lab-warning";
      warning.setAttribute("role", "status");
      this.element.prepend(warning);
    }
    warning.textContent = text;
    warning.hidden = !text;
  }
}
