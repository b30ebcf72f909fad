// The other thread: Pyodide, NumPy, svmlib's wheel, and the Python files of this folder.
// Such a file has a function `answer(question, arguments)`, from JSON to JSON, and is
// loaded when it is first asked.

/** @typedef {{pyodide: string, wheel: string}} Addresses of Pyodide's folder, svmlib's wheel */

/** @type {any} */
let python;
/** @type {Map<string, (question: string, given: string) => string>} */
const answers = new Map();

const LOCK = "pyodide-lock.json";
const RUNTIME = ["pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", LOCK];

/** Fetch a file; an Error names it.
 * @param {string | URL} url @param {RequestInit} [how] */
const get = async (url, how) => {
  const { pathname } = new URL(url);
  const found = await fetch(url, how).catch(() => {
    throw new Error(`${pathname} could not be fetched`);
  });
  if (!found.ok) throw new Error(`${pathname}: ${found.status} ${found.statusText}`);
  return found;
};

/** Fetch NumPy's wheel. Pyodide's own loader would also compile the parts of NumPy that
 * nothing here imports, and fetch it only after Python has started.
 * @param {string} pyodide */
const numpy = async (pyodide) => {
  const { packages } = await (await get(pyodide + LOCK)).json();
  return get(pyodide + packages.numpy.file_name);
};

/** @param {string} pyodide */
const launch = async (pyodide) => {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  return loadPyodide({ stdout: () => {} });
};

/** @param {Addresses} given */
const start = async ({ pyodide, wheel }) => {
  postMessage({ progress: "Loading Python …" });
  // Where one of its files is missing, Pyodide waits for ever, or says something else.
  const there = Promise.all(RUNTIME.map((name) => get(pyodide + name, { method: "HEAD" })));
  const [started, numbers, own] = await Promise.all([
    launch(pyodide), numpy(pyodide), get(wheel), there,
  ]).catch(async (error) => { throw await there.then(() => error, (lost) => lost); });
  postMessage({ progress: "Starting NumPy and svmlib …" });
  for (const found of [numbers, own])
    try {
      started.unpackArchive(await found.arrayBuffer(), "wheel");
    } catch {
      throw new Error(`${new URL(found.url).pathname} is damaged`);
    }
  started.pyimport("numpy"); // now, lest the first question wait for it
  python = started;
};

/** @param {string} file */
const load = async (file) => {
  const found = await get(new URL(file, import.meta.url));
  python.FS.writeFile(file, new Uint8Array(await found.arrayBuffer()));
  return python.pyimport(file.replace(".py", "")).answer;
};

/** @param {string} file @param {string} question @param {unknown} given */
const ask = async (file, question, given) => {
  const answer = answers.get(file) ?? await load(file);
  answers.set(file, answer);
  return JSON.parse(answer(question, JSON.stringify(given)));
};

/** @param {unknown} error its last line */
const last = (error) =>
  String(error instanceof Error ? error.message : error).trim().split("\n").pop();

onmessage = async ({ data: { id, file, question, given } }) => {
  try {
    if (question === "start") {
      await start(given);
      postMessage({ answer: true });
    } else postMessage({ id, ...await ask(file, question, given) });
  } catch (error) {
    postMessage({ id, failed: last(error) });
  }
};
