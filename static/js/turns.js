/**
 * Many islands to draw at once would be one long task. Some are drawn with the region that they stand in, the others
 * a few a turn of the page.
 */

import { reapplyHighlights } from './highlight.js';

const AT_ONCE = 25;
const SLICE_MS = 8;
const there = new Map();
let changed = [];
let waiting = new Set();

/** Nothing; the island stands in the tree that is about to be drawn, and is to show this JSON. */
export function seen(id, json) {
  if (there.get(id)?.shown !== json) changed.push(id);
}

/** Nothing; all but some of the islands seen since the last call wait: all but the first, or all but the last. */
export function share({ lastFirst }) {
  const order = lastFirst ? changed.reverse() : changed;
  changed = [];
  const now = new Set(order.slice(0, AT_ONCE));
  const before = [...waiting].filter((id) => !now.has(id));
  if (!waiting.size && order.length > AT_ONCE) setTimeout(go);
  waiting = new Set([...order.slice(AT_ONCE), ...before]);
}

/** Whether an island may be drawn now. */
export function isItsTurn(id) {
  return !waiting.has(id);
}

/** Nothing; the island is a part of the page. */
export function appeared(id, island) {
  there.set(id, island);
}

/** Nothing; the island is no part of the page any more. */
export function left(id, island) {
  if (there.get(id) === island) there.delete(id);
}

/** Draws waiting islands until the slice is over; preact draws each before the next is asked for. */
async function go() {
  const end = performance.now() + SLICE_MS;
  try {
    while (waiting.size && performance.now() < end) {
      const [id] = waiting;
      waiting.delete(id);
      there.get(id)?.catchUp();
      await null;
    }
  } finally {
    reapplyHighlights();
    if (waiting.size) setTimeout(go);
  }
}
