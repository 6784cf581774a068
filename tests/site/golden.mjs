// Replays golden games in Pyodide, as the workers of a page run it: node golden.mjs FOLDER
//
// FOLDER holds the runtime, archives of sources (`rules`) and records with what is told of them (`golden`).
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const bytes = (path) => new Uint8Array(readFileSync(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/runtime/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/runtime/` });
python.unpackArchive(bytes(`${folder}/runtime/msgspec.whl`), "wheel");
const packages = python.runPython("import site; site.getsitepackages()[0]");
for (const name of readdirSync(`${folder}/rules`)) {
  python.unpackArchive(bytes(`${folder}/rules/${name}`), "zip", { extractDir: packages });
}
python.FS.mkdir("/golden");
for (const name of readdirSync(`${folder}/golden`)) python.FS.writeFile(`/golden/${name}`, bytes(`${folder}/golden/${name}`));
try {
  console.log(python.runPython(readFileSync(`${folder}/golden.py`, "utf8")));
} catch (problem) {
  console.error(problem.message);
  process.exit(1);
}
