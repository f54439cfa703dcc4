/**
 * Limits on a bar that are dragged, or moved by keys. A handle (role=slider) says its action by `data-limit`, its id by
 * `data-id`, and stands in a `[data-bar]` as wide as the bar. In numbers: the slider's own `aria-value*`, `data-step`,
 * `data-worth` (what the whole bar is), `data-start` (where its 0 lies, in per cent), `data-used` (where it is dragged
 * from while there is no limit). With `data-unset` its far end takes the limit away, which is said by that word; then
 * the bar has no `--at`, and the handle `data-none`. Told once, when let go: {action, id, value}; "" is no limit. Keys are told when they rest. Esc takes it back.
 */

import { emit } from './emit.js';

const FAR_ENOUGH = 3;
const REST_MS = 1000;
const LEAP = 10;
let held = null;

/** Nothing; handles can be moved from now on. */
export function startHandles() {
  const on = (type, handler) => document.addEventListener(type, handler, true);
  on('pointerdown', begin);
  on('pointermove', drag);
  on('pointerup', drop);
  on('pointercancel', ({ pointerId }) => { if (pointerId === held?.pointer) takeBack(); });
  on('keydown', onKey);
  on('focusout', tellKeys);
  on('visibilitychange', tellKeys);
}

/** The limit after a drag over this share of the bar; null for none. */
export function dragged({ value, used, step, most, worth, open }, share) {
  return limited(Math.round(((value ?? used) + share * worth) / step) * step, most, open);
}

/** The limit after a key; null for none, undefined where the key is not the handle's. */
export function stepped({ value, used, step, most, open }, key) {
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: LEAP, PageDown: -LEAP }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return limited(most, most, open);
  if (!steps) return undefined;
  return value === null && steps > 0 ? null : limited((value ?? used) + steps * step, most, open);
}

function limited(value, most, open) {
  return open && value >= most ? null : Math.min(Math.max(value, 0), most);
}

/** What a handle says of itself. */
function limitOf({ dataset, ariaValueNow, ariaValueMax }) {
  const open = 'unset' in dataset;
  const [most, now] = [Number(ariaValueMax), Number(ariaValueNow)];
  const value = 'none' in dataset ? null : now;
  return { value, most, open, used: Number(dataset.used), step: Number(dataset.step), worth: Number(dataset.worth) };
}

function begin(event) {
  const handle = event.target.closest?.('[data-limit]');
  if (!handle || event.button !== 0 || isDragging()) return;
  tell();
  const limit = limitOf(handle);
  held = { handle, limit, value: limit.value, pointer: event.pointerId, x: event.clientX, dragged: false };
  handle.setPointerCapture(event.pointerId);
}

function drag(event) {
  if (event.pointerId !== held?.pointer) return;
  const { handle, limit, x } = held;
  if (!handle.isConnected) return letGo();
  if (!held.dragged && Math.abs(event.clientX - x) < FAR_ENOUGH) return;
  held.dragged = true;
  handle.dataset.drag = '';
  show(dragged(limit, (event.clientX - x) / handle.closest('[data-bar]').clientWidth));
}

function drop(event) {
  if (event.pointerId === held?.pointer) tell();
}

function onKey(event) {
  if (event.key === 'Escape' && (held?.dragged || held?.timer)) {
    stop(event);
    return takeBack();
  }
  const handle = event.target.closest?.('[data-limit]');
  if (!handle || isDragging() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') return tell();
  const value = stepped(limitOf(handle), event.key);
  if (value === undefined) return;
  stop(event);
  const limit = held?.limit ?? limitOf(handle);
  clearTimeout(held?.timer);
  held = { handle, limit, timer: setTimeout(tell, REST_MS) };
  show(value);
}

function isDragging() {
  return held?.pointer !== undefined;
}

function tellKeys() {
  if (!isDragging()) tell();
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** The handle stands at the limit and says it; nobody is told yet. */
function show(value) {
  const { handle } = held;
  const { most, worth } = limitOf(handle);
  const style = handle.closest('[data-bar]')?.style;
  held.value = value;
  handle.ariaValueNow = value ?? most;
  handle.ariaValueText = value === null ? handle.dataset.unset : handle.dataset.words.replace('{}', value.toLocaleString('en'));
  handle.toggleAttribute('data-none', value === null);
  if (value === null) style?.removeProperty('--at');
  else style?.setProperty('--at', `${Math.min(100, Number(handle.dataset.start) + value / worth * 100).toFixed(2)}%`);
}

function takeBack() {
  if (!held) return;
  show(held.limit.value);
  letGo();
}

function tell() {
  if (!held) return;
  const { handle, limit, value } = held;
  letGo();
  if (value === limit.value) return;
  emit({ type: 'change', action: handle.dataset.limit, id: handle.dataset.id, value: String(value ?? '') });
}

function letGo() {
  clearTimeout(held.timer);
  delete held.handle.dataset.drag;
  held = null;
}
