// The other thread: Pyodide, NumPy, svmlib's wheel and lab.py, which is asked by name.

let ask;

const get = async (url) => {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${new URL(url).pathname}: ${found.status} ${found.statusText}`);
  return found.arrayBuffer();
};

const start = async ({ pyodide, wheel }) => {
  postMessage({ progress: "Loading Python …" });
  const own = Promise.all([get(wheel), get(new URL("lab.py", import.meta.url))]);
  own.catch(() => {}); // until it is awaited
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ packages: ["numpy"], stdout: () => {} });
  const [svmlib, glue] = await own;
  postMessage({ progress: "Starting NumPy and svmlib …" });
  python.unpackArchive(svmlib, "wheel");
  python.FS.writeFile("lab.py", new Uint8Array(glue));
  ask = python.pyimport("lab").answer;
};

const last = (error) => String(error.message ?? error).trim().split("\n").pop();

// Pyodide waits for ever for a package that did not come.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  postMessage({ failed: `a package did not load (${last(event.reason)})` });
});

onmessage = async ({ data: { id, question, given } }) => {
  try {
    if (question === "start") {
      await start(given);
      postMessage({ answer: true });
    } else postMessage({ id, ...JSON.parse(ask(question, JSON.stringify(given))) });
  } catch (error) {
    postMessage({ id, failed: last(error) });
  }
};
