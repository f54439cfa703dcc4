/**
 * Offline. All files of a version are downloaded and checked against their sha-256 before the version is used, and it
 * is used when the user says so. Nothing else is ever kept; only our caches are touched; other requests pass by.
 */

const VERSION = '__VERSION__';
const SCOPE = new URL(registration.scope);
const OURS = `${SCOPE.pathname}files-`;
const CACHE = OURS + VERSION;
const MANIFEST = new URL('static/precache.json', SCOPE).href;
const START = new URL('index.html', SCOPE).href;
const AT_ONCE = 6;

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', ({ data }) => { if (data === 'activate') skipWaiting(); });
addEventListener('fetch', (event) => {
  const url = addressOf(event.request);
  if (url) event.respondWith(answer(event.request, url));
});

/** Nothing; every file of the version is in its cache, or none and the old version stays. */
async function install() {
  const response = await fetch(MANIFEST, { cache: 'no-store' });
  const manifest = await response.clone().json();
  if (manifest.version !== VERSION) throw new Error('the site is just being updated');
  const cache = await caches.open(CACHE);
  try {
    const known = await knownFiles();
    const line = [...manifest.files];
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      for (let file = line.pop(); file; file = line.pop()) await keep(cache, file, known);
    }));
    await cache.put(MANIFEST, response);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** The older versions' files by hash: what has not changed is not downloaded again. */
async function knownFiles() {
  const known = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(OURS) || name === CACHE) continue;
    const cache = await caches.open(name);
    const manifest = await (await cache.match(MANIFEST))?.json();
    for (const { path, sha256 } of manifest?.files ?? []) known.set(sha256, [cache, path]);
  }
  return known;
}

/** Nothing; the file is in the cache. Throws when no copy of it has its hash. */
async function keep(cache, { path, sha256 }, known) {
  const url = new URL(path, SCOPE).href;
  const [older, oldPath] = known.get(sha256) ?? [];
  const sources = [
    () => older?.match(new URL(oldPath, SCOPE).href),
    () => fetch(url),
    () => fetch(url, { cache: 'reload' }),
  ];
  for (const source of sources) {
    const response = await source();
    if (!response?.ok) continue;
    const bytes = await response.arrayBuffer();
    if ((await hash(bytes)) !== sha256) continue;
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return cache.put(url, new Response(bytes, { headers: { 'content-type': type } }));
  }
  throw new Error(`${path} could not be had as it should be`);
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Nothing; older versions are gone. The very first version serves the page that brought it. */
async function activate() {
  const older = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  if (!older.length) await clients.claim();
}

/** The address under which the request may be in the cache, or null when it is none of ours. */
function addressOf({ method, url, mode }) {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  if (mode === 'navigate' && pathname === SCOPE.pathname) return START;
  return origin + pathname;
}

async function answer(request, url) {
  const hit = await (await caches.open(CACHE)).match(url);
  return hit ?? fetch(request);
}
