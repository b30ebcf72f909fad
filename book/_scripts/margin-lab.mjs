// The margin lab before it is started: its button. The lab itself, margin-lab/lab.mjs, comes
// with the click.

import { importWithRetry } from "./shared/import-with-retry.mjs";
import { Address } from "./margin-lab/address.mjs";
import { pythonClient } from "./python/client.mjs";
import { downloadNotice, findPython } from "./python/find-python.mjs";

/** @typedef {HTMLElement & {lab?: import("./margin-lab/lab.mjs").MarginLab}} LabElement */

/** Scroll to the lab, unless the window holds its plane and all that stands above it.
 * @param {import("./margin-lab/lab.mjs").MarginLab} lab */
const bringIntoView = ({ stage, canvas }) => {
  const rootStyle = getComputedStyle(document.documentElement);
  const { top } = stage.getBoundingClientRect();
  const { bottom } = canvas.getBoundingClientRect();
  if (top < (parseFloat(rootStyle.scrollPaddingTop) || 0) || bottom > innerHeight)
    stage.scrollIntoView({ block: "start", behavior: "instant" });
};

const loadLab = () =>
  importWithRetry(import.meta.resolve("./margin-lab/lab.mjs")).catch(() => {
    throw new Error("The lab could not be loaded.");
  });

/** Turn the sentence below the lab's figure into the button that starts it. The button says
 * what will be loaded, and how far that is.
 * @param {LabElement} element */
const addStartButton = async (element) => {
  const placeholder = element.querySelector(".lab-placeholder");
  if (!placeholder) return;
  const address = new Address(element);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "lab-start";
  button.textContent = address.problem
    ? "Start the lab with the points of the link"
    : "Start the lab";
  const status = document.createElement("span");
  status.className = "lab-progress";
  status.setAttribute("role", "status");
  placeholder.replaceChildren(button, status);
  button.addEventListener("click", async () => {
    button.disabled = true;
    element.dataset.started = "loading";
    status.classList.remove("lab-error");
    try {
      await pythonClient.start((text) => {
        status.textContent = text;
      });
      const { MarginLab } = await loadLab();
      const lab = new MarginLab(element, address);
      await lab.begin();
      element.dataset.started = "yes";
      placeholder.remove();
      bringIntoView(lab);
    } catch (error) {
      element.dataset.started = "failed";
      status.classList.add("lab-error");
      status.textContent = /** @type {Error} */ (error).message;
      button.disabled = false;
      button.textContent = "Try again";
    }
  });
  try {
    const { bytes } = await findPython();
    const hint = address.problem ? " The figure shows the lab's own points, not the link's." : "";
    if (!element.dataset.started) status.textContent = downloadNotice(bytes) + hint;
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
  }
};

/** @type {LabElement | null} */
const element = document.querySelector(".margin-lab");
if (element) addStartButton(element);
