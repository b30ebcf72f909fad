// Let a copy of Pyodide import what the labs import, and keep the bytecode. Bytecode
// differs from one version of Python to the next, so Pyodide has to write its own.
//
//     node bytecode.mjs FOLDER WHEEL FILE ...
//
// FOLDER has the copy's files, WHEEL is svmlib's, a FILE is Python that a lab runs. Types are
// not checked here: TypeScript would need those of Node.js and of Pyodide.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, wheel, ...files] = process.argv.slice(2);
const read = (path) => new Uint8Array(readFileSync(path));

// Under Node.js Pyodide imports a package for web sockets, which nothing here needs.
const modules = `${folder}/node_modules`;
mkdirSync(`${modules}/ws`, { recursive: true });
writeFileSync(`${modules}/ws/index.js`, "");
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ packages: ["numpy"], stdout: () => {} });
rmSync(modules, { recursive: true });
const [extractDir] = python.pyimport("site").getsitepackages();
python.unpackArchive(read(wheel).buffer, "wheel", { extractDir });
for (const path of files) {
  python.FS.writeFile(basename(path), read(path));
  python.pyimport(basename(path, ".py"));
}
for (const [mountPoint, root] of [
  ["/pyodide", folder],
  ["/own", dirname(wheel)],
]) {
  python.FS.mkdir(mountPoint);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, mountPoint);
}
python.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
