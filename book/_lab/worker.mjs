// The other thread: Pyodide, NumPy, svmlib's wheel and lab.py, which is asked by name.

let ask;

const start = async ({ pyodide, wheel }) => {
  const say = (progress) => postMessage({ progress });
  say("Loading Python …");
  const glue = fetch(new URL("lab.py", import.meta.url)).then((found) => {
    if (!found.ok) throw new Error(`lab.py: ${found.status} ${found.statusText}`);
    return found.text();
  });
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ packages: ["numpy", wheel], stdout: () => {} });
  say("Starting NumPy and svmlib …");
  python.FS.writeFile("lab.py", await glue);
  ask = python.pyimport("lab").answer;
};

const last = (error) => String(error.message ?? error).trim().split("\n").pop();

onmessage = async ({ data: { id, question, given } }) => {
  try {
    if (question === "start") {
      await start(given);
      postMessage({ id, answer: true });
    } else {
      postMessage({ id, ...JSON.parse(ask(question, JSON.stringify(given))) });
    }
  } catch (error) {
    postMessage({ id, failed: last(error) });
  }
};
