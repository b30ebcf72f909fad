// The page's address, which may hold points, a kernel and C for the margin lab.

import { decode, isLink } from "./state.mjs";

/** @typedef {import("./state.mjs").Link} Link */

/** The points, the kernel and C that the address holds, before the start and after it. */
export class Address {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {(link: Link) => void} called with each new link */
    this.onLink = () => {};
    this.link = this.read();
    addEventListener("hashchange", () => {
      const link = this.read();
      if (!link) return;
      this.link = link;
      this.onLink(link);
    });
  }

  /** Read the link, if there is one; what is wrong with a bad one is said in words. */
  read() {
    if (!isLink(location.hash)) return undefined;
    try {
      const link = decode(location.hash);
      this.warn("");
      return link;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      const end = /[?!]$/.test(message) ? "" : ".";
      this.warn(`The link's own points are ignored: ${message}${end}`);
      return undefined;
    } finally {
      this.element.scrollIntoView({ block: "start" });
    }
  }

  /** @param {string} text */
  warn(text) {
    /** @type {HTMLElement | null} */
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
}
