// Compiles Python's library for the browser with the very Python that will run there: node compile.mjs PYODIDE OUTPUT
//
// Pyodide brings it as sources, and to compile two hundred modules anew takes longer than everything else at the start of
// a page. Modules that nothing in a worker can use are left out.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [home, output] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${home}/` });
const script = join(dirname(fileURLToPath(import.meta.url)), "compile.py");
python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(join(home, "python_stdlib.zip"))));
python.runPython(readFileSync(script, "utf8"));
writeFileSync(output, python.FS.readFile("/compiled.zip"));
