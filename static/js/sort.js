/**
 * Rows that are put in another order by dragging. A list says so by `data-sort` (the action), its rows by `data-row`
 * (their ids). A mouse takes a row anywhere, a finger by its `data-grip`. Told: {action, id, value: "before:<id>" or
 * "after:<id>"}. Esc gives it up. Every list has buttons beside this.
 */

import { emit } from './emit.js';

const FAR_ENOUGH = 6;
const EDGE = 48;
const STEP = 14;
let drag = null;

/** Nothing; rows can be dragged from now on. */
export function startSorting() {
  document.addEventListener('pointerdown', begin);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', end);
  document.addEventListener('pointercancel', giveUp);
  // The browser's own dragging of links would take the pointer away.
  document.addEventListener('dragstart', (event) => { if (event.target.closest?.('[data-sort]')) event.preventDefault(); });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && drag?.moved) giveUp(); });
}

function begin(event) {
  const row = event.target.closest?.('[data-sort] [data-row]');
  if (!row || event.button !== 0) return;
  const byGrip = event.target.closest('[data-grip]');
  if (!byGrip && (event.pointerType !== 'mouse' || event.target.closest('button, input, select, textarea'))) return;
  drag = { row, list: row.closest('[data-sort]'), y: event.clientY, x: event.clientX, moved: false, goal: null, side: '', frame: 0 };
}

function move(event) {
  if (!drag) return;
  if (!drag.moved) {
    if (Math.hypot(event.clientY - drag.y, event.clientX - drag.x) < FAR_ENOUGH) return;
    drag.moved = true;
    drag.row.dataset.drag = '';
    drag.list.setPointerCapture(event.pointerId);
    getSelection()?.removeAllRanges();
  }
  event.preventDefault();
  drag.y = event.clientY;
  mark();
  if (!drag.frame) drag.frame = requestAnimationFrame(scroll);
}

/** The row under the pointer shows on which side the dragged one would stand. */
function mark() {
  const { list, row, y } = drag;
  const x = list.getBoundingClientRect().left + 12;
  const goal = document.elementFromPoint(x, y)?.closest('[data-row]');
  clear();
  if (!goal || goal === row || goal.closest('[data-sort]') !== list) return;
  const { top, height } = goal.getBoundingClientRect();
  drag.side = y < top + height / 2 ? 'before' : 'after';
  drag.goal = goal;
  goal.dataset.drop = drag.side;
}

/** The list moves along while the pointer is near its edge. */
function scroll() {
  if (!drag) return;
  drag.frame = 0;
  const { top, bottom } = drag.list.getBoundingClientRect();
  const by = drag.y < top + EDGE ? -STEP : drag.y > bottom - EDGE ? STEP : 0;
  if (!by) return;
  const before = drag.list.scrollTop;
  drag.list.scrollTop += by;
  if (drag.list.scrollTop === before) return;
  mark();
  drag.frame = requestAnimationFrame(scroll);
}

function clear() {
  if (drag.goal) delete drag.goal.dataset.drop;
  drag.goal = null;
}

function end() {
  if (!drag) return;
  const { moved, goal, side, list, row } = drag;
  if (moved) {
    // The click that follows a drag would open what was dragged.
    addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', stop, { capture: true }));
  }
  giveUp();
  if (goal) emit({ type: 'change', action: list.dataset.sort, id: row.dataset.row, value: `${side}:${goal.dataset.row}` });
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

function giveUp() {
  if (!drag) return;
  clear();
  cancelAnimationFrame(drag.frame);
  delete drag.row.dataset.drag;
  drag = null;
}
