/**
 * PyScript's `interpreter`: pyodide.mjs as it is, but started from a memory snapshot where there is one.
 * The snapshot is made after the first boot, in a worker, because the interpreter that makes it is of no other use.
 */

import { loadPyodide as load, version } from '../vendor/pyodide/pyodide.mjs';
import { countDownload } from './download.mjs';
import { downloaded, step } from './progress.js';
import { dropSnapshot, readManifest, readSnapshot, snapshotKey } from './snapshot.mjs';
import { vendorUrl } from './scope.js';

export { version };

const indexURL = new URL('pyodide/', vendorUrl).href;
const ENGINE = ['pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip'].map((name) => `static/vendor/pyodide/${name}`);
// Away from the first minute: it takes a core for some seconds.
const MAKE_AFTER_MS = 10_000;

/** The interpreter, from the snapshot or cold. PyScript passes its options. */
export async function loadPyodide({ packages = [], ...options } = {}) {
  const manifest = await readManifest();
  const key = manifest && snapshotKey(manifest);
  const snapshot = key && (await readSnapshot(key));
  const files = (manifest?.files ?? []).filter(({ path }) => ENGINE.includes(path));
  const told = (bytes, total) => (bytes < total ? downloaded(bytes, total) : step('python'));
  const missing = (path) => globalThis.loreglassBoot.fail(`A file could not be loaded: ${path}`);
  const stopCounting = countDownload(files, told, missing);
  try {
    const python = (snapshot && (await warm({ ...options, indexURL }, snapshot, key))) || (await load({ ...options, indexURL }));
    if (packages.length) await python.loadPackage(packages, { messageCallback() {} });
    if (key && !snapshot) globalThis.loreglassSnapshot = () => setTimeout(makeSnapshot, MAKE_AFTER_MS, key);
    step('app');
    return python;
  } finally {
    stopCounting();
  }
}

/** The interpreter from the snapshot, or null when it is refused (and dropped). */
async function warm(options, snapshot, key) {
  step('python');
  try {
    const { default: create } = await import('../vendor/pyodide/pyodide.asm.mjs');
    // A fresh interpreter's memory is smaller than a snapshot of many modules, and does not grow by itself.
    const createPyodideModule = async (settings) => {
      const engine = await create(settings);
      engine.growMemory(snapshot.byteLength);
      return engine;
    };
    const python = await load({ ...options, createPyodideModule, _loadSnapshot: snapshot });
    // The snapshot's dice would fall the same at every start.
    python.runPython('import random; random.seed()');
    document.documentElement.dataset.boot = 'snapshot';
    return python;
  } catch (error) {
    console.warn('the snapshot was refused, starting cold:', error.message);
    await dropSnapshot(key);
    return null;
  }
}

function makeSnapshot(key) {
  const worker = new Worker(new URL('./snap-worker.mjs', import.meta.url), { type: 'module', name: 'snapshot' });
  worker.addEventListener('message', ({ data }) => {
    if (data.problem) console.warn('no snapshot:', data.problem);
    else document.documentElement.dataset.snapshot = 'made';
    worker.terminate();
  });
  worker.addEventListener('error', (event) => {
    console.warn('no snapshot:', event.message || 'its worker could not be loaded');
    worker.terminate();
  });
  worker.postMessage({ indexURL, key });
}
