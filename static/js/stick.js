/**
 * A scroll box that stays at its end while it grows, and keeps its place when something is inserted above. Away from the
 * end it shows the button that leads back, which says so when more has come meanwhile.
 */

const NEAR_PX = 80;
const EXACT_PX = 2;
/** The box on the page: there is one transcript. */
let current = null;

/** The sticking of a scroll box, from now on, beginning at its end; it sticks where it `hasEnd`, the newest of all. */
export function startSticking(box, hasEnd) {
  const sticking = { box, hasEnd, stuck: hasEnd, top: 0, left: null, away: null };
  sticking.onScroll = () => onScroll(sticking);
  box.addEventListener('scroll', sticking.onScroll, { passive: true });
  // Sizes are told of right after the layout, so that reading them here costs nothing.
  sticking.sizes = new ResizeObserver(() => {
    if (sticking.stuck) toEnd(sticking);
    else look(sticking, distance(box));
  });
  current = sticking;
  observe(sticking);
  toEnd(sticking);
  return sticking;
}

/** Nothing; the box is let go. */
export function stopSticking(sticking) {
  sticking.box.removeEventListener('scroll', sticking.onScroll);
  sticking.sizes.disconnect();
  if (current !== sticking) return;
  current = null;
  say(sticking, false);
}

/** What must stay where it is: an element and its place, or null at the end. A box without the newest does not stick. */
export function beforeUpdate(sticking, hasEnd) {
  if (sticking.hasEnd && !hasEnd) sticking.stuck = false;
  sticking.hasEnd = hasEnd;
  const { box, stuck } = sticking;
  if (stuck) return null;
  const top = box.getBoundingClientRect().top;
  for (const element of box.querySelectorAll('.turn-of')) {
    const place = element.getBoundingClientRect();
    if (place.bottom > top) return { element, top: place.top };
  }
  return null;
}

/** Nothing; the box is at its end again, or its anchor is where it was. */
export function afterUpdate(sticking, anchor) {
  observe(sticking);
  const { box, stuck } = sticking;
  if (stuck) return toEnd(sticking);
  if (anchor?.element.isConnected) {
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) >= 1) box.scrollTop += moved;
  }
  look(sticking, distance(box));
}

/** Nothing; the box is at its end and sticks there, or will as soon as it has the newest. */
export function toNewest() {
  if (!current) return;
  current.stuck = true;
  if (current.hasEnd) toEnd(current);
}

/** Nothing; where the element is in the box and about to come into view, the box does not hold on to its end. */
export function letGo(element) {
  if (current?.box.contains(element)) current.stuck = false;
}

/** Only who scrolls up leaves the end: a box that has grown since is as far from it without having been moved. */
function onScroll(sticking) {
  const { box, hasEnd } = sticking;
  const top = box.scrollTop;
  const below = distance(box);
  if (top < sticking.top && below > EXACT_PX) sticking.stuck = false;
  else if (hasEnd && below <= NEAR_PX) sticking.stuck = true;
  sticking.top = top;
  look(sticking, below);
}

/** Nothing; the button is there while the end is out of sight, and tells of what has come since it is. */
function look(sticking, below) {
  const { box, hasEnd, stuck } = sticking;
  const away = !hasEnd || (!stuck && below > NEAR_PX);
  if (!away) sticking.left = null;
  else if (hasEnd) sticking.left ??= lastOf(box);
  say(sticking, away, away && hasEnd && hasCome(box, sticking.left));
}

/** The last message and how much of its text there is. */
function lastOf(box) {
  const element = box.firstElementChild?.lastElementChild ?? null;
  return { element, length: element?.querySelector('.prose')?.textContent.length ?? 0 };
}

function hasCome(box, left) {
  const now = lastOf(box);
  if (now.element === left.element) return now.length > left.length;
  return left.element?.isConnected ?? false;
}

function say(sticking, away, fresh = false) {
  const button = document.getElementById('to-newest');
  if (!button || (sticking.away === away && sticking.fresh === fresh && button.hidden !== away)) return;
  Object.assign(sticking, { away, fresh });
  const hadFocus = document.activeElement === button;
  button.toggleAttribute('data-fresh', fresh);
  button.hidden = !away;
  // The newest is what was asked for. The box for the next message would call up a keyboard on a phone.
  if (!away && hadFocus) [...sticking.box.querySelectorAll('article')].at(-1)?.focus({ preventScroll: true });
}

function observe({ box, sizes }) {
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
}

function distance(box) {
  return box.scrollHeight - box.scrollTop - box.clientHeight;
}

function toEnd(sticking) {
  const { box } = sticking;
  box.scrollTop = box.scrollHeight;
  sticking.top = box.scrollTop;
  look(sticking, 0);
}
