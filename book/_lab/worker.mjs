// The other thread: Pyodide, NumPy, svmlib's wheel, and the Python files of this folder.
// Such a file has a function `answer(question, arguments)`, from JSON to JSON, and is
// loaded when it is first asked.

let python;
const answers = new Map();

const get = async (url) => {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${new URL(url).pathname}: ${found.status} ${found.statusText}`);
  return found.arrayBuffer();
};

const start = async ({ pyodide, wheel }) => {
  postMessage({ progress: "Loading Python …" });
  const own = get(wheel);
  own.catch(() => {}); // until it is awaited
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  python = await loadPyodide({ packages: ["numpy"], stdout: () => {} });
  postMessage({ progress: "Starting NumPy and svmlib …" });
  python.unpackArchive(await own, "wheel");
};

const load = async (file) => {
  python.FS.writeFile(file, new Uint8Array(await get(new URL(file, import.meta.url))));
  return python.pyimport(file.replace(".py", "")).answer;
};

const ask = async (file, question, given) => {
  if (!answers.has(file)) answers.set(file, await load(file));
  return JSON.parse(answers.get(file)(question, JSON.stringify(given)));
};

const last = (error) => String(error.message ?? error).trim().split("\n").pop();

// Pyodide waits for ever for a package that did not come.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  postMessage({ failed: `a package did not load (${last(event.reason)})` });
});

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
