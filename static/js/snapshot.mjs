/** Where the memory snapshot is kept: one in the Cache API, under a key of what it was made from. */

import { scope, scopeUrl } from './scope.js';

const CACHE = `${scope}snapshot`;
const APP_ZIP = 'static/vendor/app.zip';

/** The manifest of the page's files, or null without one. */
export async function readManifest() {
  try {
    const response = await fetch(new URL('static/precache.json', scopeUrl));
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** The address under which the snapshot of these files is kept. */
export function snapshotKey({ vendor, files }) {
  const app = files.find(({ path }) => path === APP_ZIP)?.sha256 ?? '';
  return new URL(`__snapshot__/${vendor}-${app.slice(0, 16)}`, scopeUrl).href;
}

/** The snapshot's bytes, or null. */
export async function readSnapshot(key) {
  try {
    const hit = await (await caches.open(CACHE)).match(key);
    return hit ? new Uint8Array(await hit.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Nothing; the snapshot is kept, and those of other versions go. */
export async function keepSnapshot(key, bytes) {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (request.url !== key) await cache.delete(request);
  await cache.put(key, new Response(bytes));
}

/** Nothing; the snapshot is gone. */
export async function dropSnapshot(key) {
  await (await caches.open(CACHE)).delete(key);
}
