// The button that starts a lab: it says what will be loaded, and how far that is.

import { downloadNotice, findPython } from "./find-python.mjs";
import { pythonClient } from "./python-client.mjs";

/** Scroll to the lab, unless it is in the upper half of the window.
 * @param {Element} stage */
const bringIntoView = (stage) => {
  const rootStyle = getComputedStyle(document.documentElement);
  const { top } = stage.getBoundingClientRect();
  if (top < (parseFloat(rootStyle.scrollPaddingTop) || 0) || top > innerHeight / 2)
    stage.scrollIntoView({ block: "start", behavior: "instant" });
};

/** Start Python when the reader's pointer or focus reaches an element, which is a moment
 * before the click, unless the reader saves data. A failure is shown after the click.
 * @param {Element} placeholder */
const preloadOnApproach = (placeholder) => {
  const { connection } = /** @type {{connection?: {saveData: boolean}}} */ (navigator);
  if (connection?.saveData) return;
  const preload = () => {
    pythonClient.start().catch(() => {});
  };
  for (const type of ["pointerenter", "focusin"])
    placeholder.addEventListener(type, preload, { once: true });
};

/** Turn the sentence below a lab's figure into the button that starts it.
 * @param {HTMLElement} lab
 * @param {{label: string, hint?: string, onStart: () => Promise<void>}} options */
export const addStartButton = async (lab, { label, hint = "", onStart }) => {
  const placeholder = lab.querySelector(".lab-placeholder");
  if (!placeholder) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "lab-start";
  button.textContent = `Start ${label}`;
  const status = document.createElement("span");
  status.className = "lab-progress";
  status.setAttribute("role", "status");
  placeholder.replaceChildren(button, status);
  preloadOnApproach(placeholder);
  button.addEventListener("click", async () => {
    button.disabled = true;
    lab.dataset.started = "loading";
    status.classList.remove("lab-error");
    try {
      await pythonClient.start((text) => {
        status.textContent = text;
      });
      await onStart();
      lab.dataset.started = "yes";
      placeholder.remove();
      const stage = lab.querySelector(".lab-stage");
      if (stage) bringIntoView(stage);
    } catch (error) {
      lab.dataset.started = "failed";
      status.classList.add("lab-error");
      status.textContent = /** @type {Error} */ (error).message;
      button.disabled = false;
      button.textContent = "Try again";
    }
  });
  try {
    const { bytes } = await findPython();
    if (!lab.dataset.started) status.textContent = `${downloadNotice(bytes)} ${hint}`;
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
  }
};
