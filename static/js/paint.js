/** Draws node trees into the page's regions. */

import { render } from '../vendor/preact/preact.mjs';
import { followSheet } from './sheet.js';
import { toVnode } from './tree.js';
import { share } from './turns.js';

const REGIONS = new Set(['rail', 'main', 'panel', 'dialog', 'toasts', 'bottombar', 'status']);
// Drawn inside of another region, so that what changes often is drawn alone. Their elements come and go.
const NESTED = new Set(['log', 'reply']);
const drawn = new Map();
const newest = new Map();

/**
 * Nothing; the region shows the node tree (JSON; "null" empties it). Its other parts keep their nodes.
 * A nested region whose element is not there shows it when the element comes.
 */
export function paint(region, json) {
  if (NESTED.has(region)) newest.set(region, json);
  draw(region, json);
  queueMicrotask(drawNested);
}

/** Once all of a change is painted: nested regions whose element is new show what they showed before. */
function drawNested() {
  for (const [region, json] of newest) {
    const element = document.getElementById(region);
    if (element && element !== drawn.get(region)) draw(region, json);
  }
}

function draw(region, json) {
  const element = NESTED.has(region) ? document.getElementById(region) : regionElement(region);
  const before = drawn.get(region);
  if (before && before !== element) {
    render(null, before);
    drawn.delete(region);
  }
  // Its islands are known from now on, even where they cannot be shown yet.
  const vnode = toVnode(JSON.parse(json));
  share({ lastFirst: region === 'log' });
  if (!element) return;
  // What stood there before Python came is not preact's.
  if (!drawn.has(region)) element.replaceChildren();
  drawn.set(region, element);
  render(vnode, element);
}

/**
 * Nothing; the region's own element ("body" too) carries the attributes of the JSON object.
 * true sets an attribute, false and null take it away.
 */
export function dress(region, json) {
  const element = region === 'body' ? document.body : regionElement(region);
  for (const [name, value] of Object.entries(JSON.parse(json))) {
    if (/^(?:on|style$)/i.test(name)) throw new TypeError(`attribute not allowed: ${name}`);
    if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  if (region === 'body') followSheet();
}

function regionElement(region) {
  const element = REGIONS.has(region) ? document.getElementById(region) : null;
  if (!element) throw new TypeError(`no region: ${region}`);
  return element;
}
