/** How much of some files has come, without asking for them twice: fetch is watched while they load. */

import { scopeUrl } from './scope.js';

/**
 * A function that ends the watching. `told(bytes, total)` hears of each piece of the files ({path, bytes}), and
 * `missing(path)` of one that cannot be had: Pyodide itself would wait for ever.
 */
export function countDownload(files, told, missing) {
  const real = globalThis.fetch;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const watched = new Map(files.map(({ path }) => [new URL(path, scopeUrl).href, path]));
  let come = 0;
  const count = (bytes) => {
    come += bytes;
    told(come, total);
  };
  globalThis.fetch = async (input, init) => {
    const path = watched.get(new URL(input.url ?? input, location.href).href);
    const answer = real(input, init);
    if (!path) return answer;
    const response = await answer.catch((error) => { missing(path); throw error; });
    // A clone, so that the browser still sees its own response and keeps the compiled code.
    if (response.ok) read(response.clone(), count);
    else missing(path);
    return response;
  };
  return () => { globalThis.fetch = real; };
}

async function read(response, count) {
  try {
    for await (const piece of response.body) count(piece.length);
  } catch {
    // The one who asked for the file hears of it.
  }
}
