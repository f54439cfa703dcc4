/** The service worker: offline, and a new version when the user says so. */

import { emit } from './emit.js';
import { scopeUrl } from './scope.js';

let registration = null;
let asked = false;

/** Nothing; the page works offline from its next start. The event "update-ready" says that a new version waits. */
export async function startUpdates() {
  if (!('serviceWorker' in navigator)) return;
  const hadController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    else if (hadController) told();
  });
  registration = await navigator.serviceWorker.register(new URL('sw.js', scopeUrl), { scope: scopeUrl.pathname, updateViaCache: 'none' });
  if (registration.waiting && navigator.serviceWorker.controller) told();
  registration.addEventListener('updatefound', () => follow(registration.installing));
  if (registration.installing) follow(registration.installing);
}

function follow(worker) {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) told();
  });
}

function told() {
  emit({ type: 'update-ready' });
}

/** Nothing; the waiting version takes over and the page reloads into it. */
export function applyUpdate() {
  asked = true;
  if (registration?.waiting) registration.waiting.postMessage('activate');
  else location.reload();
}
