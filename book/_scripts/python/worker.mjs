// The other thread: Pyodide, NumPy, svmlib's wheel, and the Python files beside this one.
// Such a file has a function `handle(method, args)`, which takes the arguments as JSON and
// returns JSON, an object with `result` or `error`. It is loaded with the first request.

/** @import {Sources} from "./find-python.mjs" */

/** @type {any} */
let python;
/** `handle` of each file. @type {Map<string, (method: string, args: string) => string>} */
const handlers = new Map();

const LOCK = "pyodide-lock.json";
const RUNTIME_FILES = ["pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", LOCK];

/** Fetch a file; an Error names it.
 * @param {string | URL} url @param {RequestInit} [options] */
const get = async (url, options) => {
  const { pathname } = new URL(url);
  const response = await fetch(url, options).catch(() => {
    throw new Error(`${pathname} could not be fetched`);
  });
  if (!response.ok) throw new Error(`${pathname}: ${response.status} ${response.statusText}`);
  return response;
};

/** Fetch NumPy's wheel. Pyodide's own loader would also compile the parts of NumPy that
 * nothing here imports, and fetch it only after Python has started.
 * @param {string} pyodide */
const getNumpy = async (pyodide) => {
  const { packages } = await (await get(pyodide + LOCK)).json();
  return get(pyodide + packages.numpy.file_name);
};

/** The path and the bytes of what was fetched. @param {Response} response */
const readArchive = async (response) => ({
  path: new URL(response.url).pathname,
  bytes: await response.arrayBuffer(),
});

/** @param {string} pyodide */
const startPyodide = async (pyodide) => {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  return loadPyodide({ stdout: () => {} });
};

/** @param {Sources} sources */
const start = async ({ pyodide, wheel }) => {
  postMessage({ progress: "Loading Python …" });
  // Where one of its files is missing, Pyodide waits forever, or says something else.
  const present = Promise.all(RUNTIME_FILES.map((name) => get(pyodide + name, { method: "HEAD" })));
  const [loaded, numpyWheel, svmlibWheel] = await Promise.all([
    startPyodide(pyodide),
    getNumpy(pyodide).then(readArchive),
    get(wheel).then(readArchive),
    present,
  ]).catch(async (error) => {
    throw await present.then(
      () => error,
      (missing) => missing,
    );
  });
  postMessage({ progress: "Starting NumPy and svmlib …" });
  const [extractDir] = loaded.pyimport("site").getsitepackages();
  for (const { path, bytes } of [numpyWheel, svmlibWheel]) {
    try {
      loaded.unpackArchive(bytes, "wheel", { extractDir });
    } catch {
      throw new Error(`${path} is damaged`);
    }
  }
  loaded.pyimport("numpy"); // now, so that the first request doesn't wait for it
  python = loaded;
};

/** Load a Python file, and return its `handle`. @param {string} file */
const load = async (file) => {
  const source = await get(new URL(file, import.meta.url));
  python.FS.writeFile(file, new Uint8Array(await source.arrayBuffer()));
  return python.pyimport(file.replace(".py", "")).handle;
};

/** @param {string} file @param {string} method @param {object} args */
const handle = async (file, method, args) => {
  const handler = handlers.get(file) ?? (await load(file));
  handlers.set(file, handler);
  return JSON.parse(handler(method, JSON.stringify(args)));
};

/** The last line of what an error says. @param {unknown} error */
const lastLine = (error) =>
  String(error instanceof Error ? error.message : error)
    .trim()
    .split("\n")
    .pop();

/** Whether Python still runs. `os._exit` ends it, and so does an error within Pyodide. */
const isRunning = () => {
  try {
    python.runPython("");
    return true;
  } catch {
    return false;
  }
};

onmessage = async ({ data: { start: sources, id, file, method, args } }) => {
  try {
    if (sources) {
      await start(sources);
      postMessage({ started: true });
    } else postMessage({ id, ...(await handle(file, method, args)) });
  } catch (error) {
    postMessage({ id, failure: lastLine(error), ended: !isRunning() });
  }
};
