/** What the browser can do beside drawing and storing. */

import { namedError } from './crossing.js';
import { scope, scopeUrl } from './scope.js';
import { letGo, toNewest } from './stick.js';

const THEME_KEY = `${scope}theme`;

/** Whether the browser promises not to clear the store. */
export async function persist() {
  return (await navigator.storage?.persist?.()) ?? false;
}

/** JSON {usage, quota, persisted}: bytes, null where the browser does not say. */
export async function estimate() {
  const { usage = null, quota = null } = (await navigator.storage?.estimate?.()) ?? {};
  const persisted = (await navigator.storage?.persisted?.()) ?? false;
  return JSON.stringify({ usage, quota, persisted });
}

/** The text of one of the page's own files, by its path from the top. */
export async function asset(path) {
  const url = new URL(path, scopeUrl);
  if (!url.href.startsWith(new URL('static/', scopeUrl).href)) throw namedError('NotFoundError', `not a file of the page: ${path}`);
  const response = await fetch(url);
  if (!response.ok) throw namedError('NotFoundError', `${path}: HTTP ${response.status}`);
  return response.text();
}

/** The page's own address. */
export function address() {
  return location.href;
}

/** Nothing; the text is on the clipboard. */
export async function copy(text) {
  await navigator.clipboard.writeText(text);
}

/** Nothing; the browser offers the file (text or bytes) to keep. */
export function download(name, mime, content) {
  offer(name, new Blob([content], { type: mime }));
}

/** Nothing; the browser offers the blob as a file to keep. */
export function offer(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Nothing; "light", "dark", "sepia", "contrast", or "" for the system's. Remembered for the next start. */
export function setTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem(THEME_KEY, name);
  } catch {
    // Storage is barred: the theme lasts as long as the page.
  }
}

/** Nothing; the document's title. */
export function setTitle(text) {
  document.title = text;
}

/** Nothing; the address's hash ("#/chats"); `replace` leaves no step in the history, and no event. */
export function go(hash, replace = false) {
  if (replace) history.replaceState(null, '', hash);
  else location.hash = hash;
}

/** The address's hash. */
export function hash() {
  return location.hash;
}

/** The local time as ISO 8601, with its distance from UTC. */
export function localTime() {
  const now = new Date();
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, -1);
  return local + eastOfUtc(offset);
}

function eastOfUtc(minutes) {
  const two = (number) => String(Math.trunc(number)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Nothing; the element of that id, or the first thing in it that can, has the focus and is in view. */
export function focus(id) {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus();
  if (element && document.activeElement !== element) element.querySelector('summary, a[href], button, input, textarea')?.focus();
}

const FRAMES_TO_WAIT = 120;

/** Nothing; the element of that id comes into view once it is drawn, and has the focus where that is wanted. */
export function show(id, focused, frames = FRAMES_TO_WAIT) {
  const element = document.getElementById(id);
  if (element) {
    letGo(element);
    element.scrollIntoView({ block: 'center' });
    if (focused) element.focus({ preventScroll: true });
  } else if (frames > 0) requestAnimationFrame(() => show(id, focused, frames - 1));
}

/** Nothing; the transcript is at its end, and stays there while it grows. */
export function newest() {
  toNewest();
}

/** Nothing; the page starts again. */
export function reload() {
  location.reload();
}
