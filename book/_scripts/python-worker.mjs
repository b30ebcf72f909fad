// The other thread: Pyodide, NumPy, svmlib's wheel, and the Python files of this folder.
// Such a file has a function `answer(question, arguments)`, from JSON to JSON, and is
// loaded when it is first asked.

/** @typedef {{pyodide: string, wheel: string}} Addresses of Pyodide's folder, svmlib's wheel */

/** @type {any} */
let python;
/** @type {Map<string, (question: string, given: string) => string>} */
const answers = new Map();

const LOCK = "pyodide-lock.json";
const PACKAGES = "/lib/python3.12/site-packages";
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

/** Unpack a wheel: each file's path and bytes. The browser does it while Python starts;
 * Python itself would do it afterwards, and more slowly.
 * @param {Response} wheel @returns {Promise<[string, Uint8Array][]>} */
const unpack = async (wheel) => {
  const zip = await wheel.arrayBuffer();
  const view = new DataView(zip);
  /** @param {number} at */
  const short = (at) => view.getUint16(at, true);
  /** @param {number} at */
  const long = (at) => view.getUint32(at, true);
  /** @param {number} entry @returns {Promise<[string, Uint8Array]>} */
  const read = async (entry) => {
    const name = new TextDecoder().decode(new Uint8Array(zip, entry + 46, short(entry + 28)));
    const header = long(entry + 42);
    const start = header + 30 + short(header + 26) + short(header + 28);
    const packed = new Response(new Uint8Array(zip, start, long(entry + 20)));
    const inflate = new DecompressionStream("deflate-raw");
    const bytes = short(entry + 10) === 8
      ? new Response(packed.body?.pipeThrough(inflate)) : packed;
    return [`${PACKAGES}/${name}`, new Uint8Array(await bytes.arrayBuffer())];
  };
  try {
    const end = zip.byteLength - 22; // of the last record, if it has no comment
    if (long(end) !== 0x06054b50) throw new Error("no zip");
    const files = [];
    for (let at = long(end + 16); files.length < short(end + 10);) {
      files.push(read(at));
      at += 46 + short(at + 28) + short(at + 30) + short(at + 32);
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

/** @param {Addresses} given */
const start = async ({ pyodide, wheel }) => {
  postMessage({ progress: "Loading Python …" });
  // Where one of its files is missing, Pyodide waits for ever, or says something else.
  const there = Promise.all(RUNTIME.map((name) => get(pyodide + name, { method: "HEAD" })));
  const [started, numbers, own] = await Promise.all([
    launch(pyodide), numpy(pyodide).then(unpack), get(wheel).then(unpack), there,
  ]).catch(async (error) => { throw await there.then(() => error, (lost) => lost); });
  postMessage({ progress: "Starting NumPy and svmlib …" });
  const files = [...numbers, ...own];
  const folders = new Set(files.map(([path]) => path.slice(0, path.lastIndexOf("/"))));
  folders.forEach((folder) => started.FS.mkdirTree(folder));
  files.forEach(([path, bytes]) => started.FS.writeFile(path, bytes, { canOwn: true }));
  started.pyimport("numpy"); // now, lest the first question wait for it
  python = started;
};

/** @param {string} file */
const load = async (file) => {
  const found = await get(new URL(`python/${file}`, import.meta.url));
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
