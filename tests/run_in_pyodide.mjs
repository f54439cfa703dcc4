// Runs the pure tests inside the very Pyodide that the page ships, offline, in Node.
// Exit code and last line are pytest's. Arguments go to pytest.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const pyodideFolder = path.join(root, "static/vendor/pyodide/");
const wheels = [path.join(root, ".cache/pyodide-test-wheels"), path.join(root, "static/vendor/wheels")];
const pureRooms = ["unit", "laws", "golden", "parity", "formats"]
  .map((name) => `tests/${name}`)
  .filter((name) => fs.existsSync(path.join(root, name)));

const { loadPyodide } = await import(pathToFileURL(path.join(pyodideFolder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodideFolder });
for (const wheel of wheels.flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))) {
  const bytes = new Uint8Array(fs.readFileSync(wheel));
  python.unpackArchive(bytes, "wheel", { extractDir: "/lib/python3.14/site-packages" });
}
python.mountNodeFS("/repository", root);

const off = ["cacheprovider", "faulthandler"].flatMap((plugin) => ["-p", `no:${plugin}`]);
const given = process.argv.slice(2);
// Verbose, so that a test that takes the whole interpreter down is named.
const options = [...off, "-v", "-m", "not cpython", ...(given.length ? given : pureRooms)];
python.globals.set("options_json", JSON.stringify(options));
const exitCode = python.runPython(`
import json, os, sys
os.chdir("/repository")
sys.dont_write_bytecode = True
import pytest
int(pytest.main(json.loads(options_json)))
`);
process.exit(exitCode);
