/**
 * Makes the snapshot in an interpreter of its own: the standard library's usual modules and the app's pure ones,
 * imported, so that a warm start reads them from memory. Modules that import `js` are left out: here it is a stand-in.
 */

import { loadPyodide } from '../vendor/pyodide/pyodide.mjs';
import { vendorUrl } from './scope.js';
import { keepSnapshot } from './snapshot.mjs';

const IMPORTS = `
import importlib, pathlib, sys
for name in ("json", "re", "asyncio", "inspect", "dataclasses", "typing", "functools", "collections", "unicodedata", "hashlib",
             "base64", "random", "datetime", "string", "traceback", "textwrap", "enum", "contextlib", "zipfile", "heapq", "bisect"):
    importlib.import_module(name)
top = pathlib.Path.cwd()
for room in ("domain", "formats", "app"):
    for path in sorted((top / "loreglass" / room).rglob("*.py")):
        name = ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")
        try:
            importlib.import_module(name)
        except Exception:
            pass
importlib.invalidate_caches()
`;

async function make(indexURL) {
  const python = await loadPyodide({ indexURL, _makeSnapshot: true, stdout() {}, stderr() {} });
  const app = await fetch(new URL('app.zip', vendorUrl));
  python.unpackArchive(await app.arrayBuffer(), 'zip');
  python.runPython(IMPORTS);
  return python.makeMemorySnapshot();
}

addEventListener('message', async ({ data: { indexURL, key } }) => {
  try {
    await keepSnapshot(key, await make(indexURL));
    postMessage({ made: true });
  } catch (error) {
    postMessage({ problem: String(error?.message ?? error) });
  }
});
