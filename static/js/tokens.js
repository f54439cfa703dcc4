/** Token counts, from the tokeniser's worker. */

import { namedError } from './crossing.js';

const waiting = new Map();
let worker = null;
let last = 0;

/** JSON list with the count of each text (JSON list of strings); over 8,000 characters an upper estimate. */
export function count(encoding, json) {
  worker ??= start();
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, encoding, texts: JSON.parse(json) });
  });
}

function start() {
  const started = new Worker(new URL('./token-worker.js', import.meta.url), { type: 'module', name: 'tokeniser' });
  started.addEventListener('message', ({ data: { id, counts, problem } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (problem) reject(namedError('TokeniserError', problem));
    else resolve(JSON.stringify(counts));
  });
  started.addEventListener('error', (event) => {
    // The next count starts a new one.
    started.terminate();
    worker = null;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(namedError('TokeniserError', event.message || 'the tokeniser could not be loaded'));
  });
  return started;
}
