// The margin lab before it is started: its button, and the link that the page's address
// may hold. The lab itself, margin-lab/lab.mjs, comes with the click.

import { addStartButton } from "./start-button.mjs";
import { decode, isLink } from "./margin-lab/state.mjs";

/** @typedef {import("./margin-lab/state.mjs").Link} Link */
/** @typedef {HTMLElement & {lab?: import("./margin-lab/lab.mjs").MarginLab}} LabElement */

/** The points, the kernel and C that the address holds, before the start and after it. */
export class Address {
  /** @param {LabElement} element */
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

/** @type {LabElement | null} */
const element = document.querySelector(".margin-lab");
if (element) {
  const address = new Address(element);
  const load = () =>
    import("./margin-lab/lab.mjs").catch(() => {
      throw new Error("The lab could not be loaded. Load this page again.");
    });
  // At once, while Python loads.
  element.addEventListener(
    "click",
    () => {
      load().catch(() => {});
    },
    { once: true },
  );
  addStartButton(element, {
    label: address.link ? "the lab with the points of the link" : "the lab",
    hint: address.link ? "The figure shows the lab's own points, not the link's." : "",
    onStart: async () => new (await load()).MarginLab(element, address).begin(),
  });
}
