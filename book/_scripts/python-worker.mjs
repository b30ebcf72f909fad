// The other thread: Pyodide, NumPy, svmlib's wheel, and the Python files of this folder.
// Such a file has a function `handle(method, args)`, which takes the arguments as JSON and
// returns JSON, an object with `result` or `error`. It is loaded with the first request.

/** @import {Sources} from "./find-python.mjs" */

/** @type {any} */
let python;
/** `handle` of each file. @type {Map<string, (method: string, args: string) => string>} */
const handlers = new Map();

const LOCK = "pyodide-lock.json";
const SITE_PACKAGES = "/lib/python3.12/site-packages";
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

/** Unpack a wheel: each file's path and bytes. The browser does it while Python starts;
 * Python itself would do it afterwards, and more slowly.
 * @param {Response} wheel @returns {Promise<[string, Uint8Array][]>} */
const unpack = async (wheel) => {
  const zip = await wheel.arrayBuffer();
  const view = new DataView(zip);
  /** @param {number} at */
  const uint16 = (at) => view.getUint16(at, true);
  /** @param {number} at */
  const uint32 = (at) => view.getUint32(at, true);
  /** @param {number} entry @returns {Promise<[string, Uint8Array]>} */
  const read = async (entry) => {
    const name = new TextDecoder().decode(new Uint8Array(zip, entry + 46, uint16(entry + 28)));
    const header = uint32(entry + 42);
    const start = header + 30 + uint16(header + 26) + uint16(header + 28);
    const packed = new Response(new Uint8Array(zip, start, uint32(entry + 20)));
    const inflate = new DecompressionStream("deflate-raw");
    const bytes = uint16(entry + 10) === 8
      ? new Response(packed.body?.pipeThrough(inflate)) : packed;
    return [`${SITE_PACKAGES}/${name}`, new Uint8Array(await bytes.arrayBuffer())];
  };
  try {
    const end = zip.byteLength - 22; // of the last record, if it has no comment
    if (uint32(end) !== 0x06054b50) throw new Error("no zip");
    const files = [];
    for (let at = uint32(end + 16); files.length < uint16(end + 10);) {
      files.push(read(at));
      at += 46 + uint16(at + 28) + uint16(at + 30) + uint16(at + 32);
    }
    return await Promise.all(files);
  } catch {
    throw new Error(`${new URL(wheel.url).pathname} is damaged`);
  }
};

/** @param {string} pyodide */
const launch = async (pyodide) => {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  return loadPyodide({ stdout: () => {} });
};

/** @param {Sources} sources */
const start = async ({ pyodide, wheel }) => {
  postMessage({ progress: "Loading Python …" });
  // Where one of its files is missing, Pyodide waits for ever, or says something else.
  const present = Promise.all(
    RUNTIME_FILES.map((name) => get(pyodide + name, { method: "HEAD" })));
  const [loaded, numpyFiles, svmlibFiles] = await Promise.all([
    launch(pyodide), getNumpy(pyodide).then(unpack), get(wheel).then(unpack), present,
  ]).catch(async (error) => { throw await present.then(() => error, (missing) => missing); });
  postMessage({ progress: "Starting NumPy and svmlib …" });
  const files = [...numpyFiles, ...svmlibFiles];
  const folders = new Set(files.map(([path]) => path.slice(0, path.lastIndexOf("/"))));
  folders.forEach((folder) => loaded.FS.mkdirTree(folder));
  files.forEach(([path, bytes]) => loaded.FS.writeFile(path, bytes, { canOwn: true }));
  loaded.pyimport("numpy"); // now, so that the first request doesn't wait for it
  python = loaded;
};

/** Load a Python file, and return its `handle`. @param {string} file */
const load = async (file) => {
  const source = await get(new URL(`python/${file}`, import.meta.url));
  python.FS.writeFile(file, new Uint8Array(await source.arrayBuffer()));
  return python.pyimport(file.replace(".py", "")).handle;
};

/** @param {string} file @param {string} method @param {object} args */
const handle = async (file, method, args) => {
  const handler = handlers.get(file) ?? await load(file);
  handlers.set(file, handler);
  return JSON.parse(handler(method, JSON.stringify(args)));
};

/** The last line of what an error says. @param {unknown} error */
const lastLine = (error) =>
  String(error instanceof Error ? error.message : error).trim().split("\n").pop();

onmessage = async ({ data: { start: sources, id, file, method, args } }) => {
  try {
    if (sources) {
      await start(sources);
      postMessage({ started: true });
    } else postMessage({ id, ...await handle(file, method, args) });
  } catch (error) {
    postMessage({ id, failure: lastLine(error) });
  }
};
