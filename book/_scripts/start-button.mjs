// The button that starts a lab: it says what will be loaded, and how far that is.

import { announce, findPython } from "./find-python.mjs";
import { pythonClient } from "./python-client.mjs";

/** Scroll to what came, if it came where the reader is not.
 * @param {Element} stage */
const bringIntoView = (stage) => {
  const page = getComputedStyle(document.documentElement);
  const { top } = stage.getBoundingClientRect();
  if (top < (parseFloat(page.scrollPaddingTop) || 0) || top > innerHeight / 2)
    stage.scrollIntoView({ block: "start", behavior: "instant" });
};

/** Start Python when the reader's pointer or focus reaches an element, which is a moment
 * before the click, unless the reader saves data. A failure is told when it is needed.
 * @param {Element} place */
const startNear = (place) => {
  const { connection } = /** @type {{connection?: {saveData: boolean}}} */ (navigator);
  if (connection?.saveData) return;
  for (const near of ["pointerenter", "focusin"])
    place.addEventListener(near, () => { pythonClient.start().catch(() => {}); }, { once: true });
};

/** Turn the sentence below a lab's figure into the button that starts it.
 * @param {HTMLElement} lab
 * @param {{what: string, also?: string, begin: () => Promise<void>}} how */
export const addStartButton = async (lab, { what, also = "", begin }) => {
  const place = lab.querySelector(".lab-placeholder");
  if (!place) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "lab-start";
  button.textContent = `Start ${what}`;
  const words = document.createElement("span");
  words.className = "lab-progress";
  words.setAttribute("role", "status");
  place.replaceChildren(button, words);
  startNear(place);
  button.addEventListener("click", async () => {
    button.disabled = true;
    lab.dataset.started = "loading";
    words.classList.remove("lab-error");
    try {
      await pythonClient.start((text) => { words.textContent = text; });
      await begin();
      lab.dataset.started = "yes";
      place.remove();
      const stage = lab.querySelector(".lab-stage");
      if (stage) bringIntoView(stage);
    } catch (error) {
      lab.dataset.started = "failed";
      words.classList.add("lab-error");
      words.textContent = /** @type {Error} */ (error).message;
      button.disabled = false;
      button.textContent = "Try again";
    }
  });
  try {
    const { bytes } = await findPython();
    if (!lab.dataset.started)
      words.textContent = `${announce(bytes)} ${also}`;
  } catch (error) {
    words.textContent = /** @type {Error} */ (error).message;
  }
};
