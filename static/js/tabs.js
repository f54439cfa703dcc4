/** Several tabs: one writer a chat (Web Locks), news for the others (BroadcastChannel). */

import { emit } from './emit.js';
import { scope } from './scope.js';

const claims = new Map();
const channel = new BroadcastChannel(`${scope}news`);
channel.addEventListener('message', ({ data }) => emit({ type: 'broadcast', data: JSON.parse(data) }));

/** JSON {writer}: whether this tab may write to the chat. If not, it waits; the event "writer" says when it may. */
export async function claim(chatId) {
  // On plain http there are no locks: then nothing keeps two tabs apart.
  if (!navigator.locks) return JSON.stringify({ writer: true });
  const known = claims.get(chatId);
  if (known) return JSON.stringify({ writer: known.held });
  const state = { held: false, stop: new AbortController() };
  claims.set(chatId, state);
  const name = `${scope}chat/${chatId}`;
  const writer = await new Promise((resolve) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && hold(state);
    });
  });
  if (!writer && !state.stop.signal.aborted) wait(name, chatId, state);
  return JSON.stringify({ writer });
}

/** A promise that keeps the lock until the claim is released. */
function hold(state) {
  if (state.stop.signal.aborted) return null;
  state.held = true;
  return new Promise((resolve) => state.stop.signal.addEventListener('abort', resolve));
}

function wait(name, chatId, state) {
  const waited = navigator.locks.request(name, { signal: state.stop.signal }, () => {
    const held = hold(state);
    emit({ type: 'writer', id: chatId });
    return held;
  });
  // Released while it waited.
  waited.catch(() => {});
}

/** Nothing; another tab may write to the chat. */
export function release(chatId) {
  claims.get(chatId)?.stop.abort();
  claims.delete(chatId);
}

/** Nothing; the other tabs get the event {type: "broadcast", data}. */
export function announce(json) {
  channel.postMessage(json);
}
