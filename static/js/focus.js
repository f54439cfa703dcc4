/** The focus stays near its place when what had it is drawn away, moved or switched off. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** What had the focus last, and what had it before it went to a notice. */
let held = null;
let before = null;
let asked = false;

/** Nothing; from now on. A click on nothing lets the focus go, and it stays so. */
export function startKeepingFocus() {
  document.addEventListener('focusin', ({ target }) => hold(target));
  document.addEventListener('pointerdown', () => { held = null; }, true);
  const changes = { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'inert'] };
  new MutationObserver(ask).observe(document.body, changes);
}

function hold(element) {
  const isNotice = element.closest('#toasts') !== null;
  if (isNotice && held && !held.isNotice) before = held;
  held = { ...describe(element), isNotice };
}

/** All of a change is painted in one turn; the focus is looked after once that is over. */
function ask() {
  if (!held || asked) return;
  asked = true;
  requestAnimationFrame(look);
}

function look() {
  asked = false;
  const { activeElement } = document;
  if (!held || (activeElement !== document.body && isUsable(activeElement))) return;
  // There is none after a dialog: it gives the focus back itself.
  const next = heir(held) ?? (held.isNotice && before ? heir(before) : null);
  next?.focus({ preventScroll: true });
}

/** The element, how to find it when it is drawn anew, and on the way up from it each parent with the place in it. */
function describe(element) {
  const steps = [];
  for (let child = element; child !== document.body && child.parentElement; child = child.parentElement) {
    steps.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) });
  }
  return { element, same: sameAs(element), steps };
}

/** A selector of the same thing, "" where nothing tells it from others. */
function sameAs(element) {
  const of = (name) => {
    const value = element.getAttribute(name);
    return value === null ? `:not([${name}])` : `[${name}="${CSS.escape(value)}"]`;
  };
  const { localName } = element;
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.action) return localName + of('data-action') + of('data-id') + of('value');
  return localName === 'a' ? `a${of('href')}${of('class')}` : '';
}

/** The element itself, the same drawn anew, what stands in its place, or what that place is in. */
function heir({ element, same, steps }) {
  if (isUsable(element)) return element;
  return (same && [...document.querySelectorAll(same)].find(isUsable)) || inPlace(steps);
}

function inPlace(steps) {
  const [group] = steps;
  const beside = group?.parent.isConnected ? near(group) : null;
  // A message that is still there is better than another part of it.
  return beside || steps.find(({ parent }) => parent.localName === 'article' && isUsable(parent))?.parent || around(steps);
}

function around(steps) {
  for (const step of steps) {
    if (step.parent === document.body) return null;
    if (!step.parent.isConnected) continue;
    const found = step.parent.matches('[tabindex]') && isUsable(step.parent) ? step.parent : near(step);
    if (found) return found;
  }
  return null;
}

/** The first thing that can have the focus in what follows the place, else in what stands before it. */
function near({ parent, at }) {
  const children = [...parent.children];
  for (const child of [...children.slice(at), ...children.slice(0, at).reverse()]) {
    const found = firstUsable(child);
    if (found) return found;
  }
  return undefined;
}

function firstUsable(element) {
  return [element, ...element.querySelectorAll(FOCUSABLE)].find((each) => each.matches(FOCUSABLE) && isUsable(each));
}

function isUsable(element) {
  return element.isConnected && !element.matches(':disabled, [inert], [inert] *') && element.checkVisibility();
}
