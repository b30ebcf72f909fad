// Before a chapter is run: what the browser lacks, or what cannot be reached, in words.

import { findPython, missingFeature } from "./python/find-python.mjs";

/** What keeps a notebook from running here, in words, or "". */
const whyNotHere = async () => {
  const missing = missingFeature();
  if (missing) return missing;
  if (!window.indexedDB)
    return "This browser has no storage for your edits. A private window may be the reason.";
  let pyodide;
  try {
    ({ pyodide } = await findPython());
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  const script = new URL("pyodide.js", pyodide);
  try {
    await fetch(script, { mode: "no-cors" });
  } catch {
    return (
      `Python for the browser cannot be reached at ${script.host}: ` +
      "you are offline, or this network blocks that host."
    );
  }
  return "";
};

/** @param {string} text */
const showMessage = (text) => {
  const box = document.createElement("dialog");
  box.className = "run-here-message";
  box.innerHTML = '<p></p><form method="dialog"><button class="btn">Close</button></form>';
  /** @type {Element} */ (box.firstChild).textContent = text;
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
};

const link = /** @type {HTMLAnchorElement} */ (document.querySelector(".run-here"));
link.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const problem = await whyNotHere();
  if (problem) showMessage(problem);
  else location.assign(link.href);
});
