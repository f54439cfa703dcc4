/** A scroll box that stays at its end while it grows, and keeps its place when something is inserted above. */

const NEAR_PX = 80;

/** The sticking of a scroll box, from now on, beginning at its end. */
export function startSticking(box) {
  const sticking = { box, stuck: true };
  sticking.onScroll = () => { sticking.stuck = isNearEnd(box); };
  box.addEventListener('scroll', sticking.onScroll, { passive: true });
  sticking.sizes = new ResizeObserver(() => { if (sticking.stuck) toEnd(box); });
  observe(sticking);
  toEnd(box);
  return sticking;
}

/** Nothing; the box is let go. */
export function stopSticking(sticking) {
  sticking.box.removeEventListener('scroll', sticking.onScroll);
  sticking.sizes.disconnect();
}

/** What must stay where it is: an element and its place, or null at the end. */
export function beforeUpdate({ box, stuck }) {
  if (stuck) return null;
  const top = box.getBoundingClientRect().top;
  for (const element of box.querySelectorAll('article')) {
    const place = element.getBoundingClientRect();
    if (place.bottom > top) return { element, top: place.top };
  }
  return null;
}

/** Nothing; the box is at its end again, or its anchor is where it was. */
export function afterUpdate(sticking, anchor) {
  observe(sticking);
  const { box, stuck } = sticking;
  if (stuck) toEnd(box);
  else if (anchor?.element.isConnected) {
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) >= 1) box.scrollTop += moved;
  }
}

function observe({ box, sizes }) {
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
}

function isNearEnd(box) {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX;
}

function toEnd(box) {
  box.scrollTop = box.scrollHeight;
}
