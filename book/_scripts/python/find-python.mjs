// Whether Python can run in this browser, and where the site has it.

/** Where Pyodide and svmlib's wheel are, and the bytes that are loaded in all.
 * @typedef {{pyodide: string, wheel: string, bytes: number}} Sources */

/** What this browser lacks to run Python, in words, or "". */
export const missingFeature = () => {
  if (typeof WebAssembly !== "object")
    return "This browser has no WebAssembly, which Python needs here.";
  if (typeof Worker !== "function") return "This browser has no web workers.";
  return "";
};

/** Read where Python is, and how much it weighs; an Error says in words what is wrong.
 * @returns {Promise<Sources>} */
export const findPython = async () => {
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const sources = new URL("python/sources.json", root);
  let response;
  try {
    response = await fetch(sources);
  } catch {
    throw new Error("The site of this book cannot be reached: you seem to be offline.");
  }
  if (!response.ok)
    throw new Error(
      "This copy of the book was built without Python for the browser. " +
        "If you built it yourself, run make book.",
    );
  const { pyodide, wheel, bytes } = await response.json();
  /** @param {string} address */
  const absolute = (address) => new URL(address, sources).href;
  return { pyodide: absolute(pyodide), wheel: absolute(wheel), bytes };
};

/** What a reader is told before a click that loads Python. @param {number} bytes */
export const downloadNotice = (bytes) =>
  `Loads Python and NumPy, up to ${Math.round(bytes / 1e6)} MB, once.`;
