/**
 * The keyboard. An element says which keys it takes by `data-keys`:
 *   "composer"          Enter, ArrowUp when empty; Shift+Enter breaks the line
 *   "composer-swapped"  the same with Enter and Shift+Enter swapped
 *   "ArrowLeft Enter"   these, without modifiers, while the element itself has the focus
 *   "palette"           ArrowUp, ArrowDown, and Ctrl+K, which opened it
 * Anywhere: Escape (without an open dialog or menu), `?` (outside text fields), and the shortcuts that the body names by
 * `data-shortcuts`, but for Undo and Redo in a text field, which has its own; on a Mac, Command stands for Ctrl. What
 * keys mean is in `app/commands.py`. Nothing while composing.
 */

import { emit } from './emit.js';

const OF_A_TEXT = new Set(['Ctrl+Z', 'Ctrl+Y', 'Ctrl+Shift+Z']);

/** Nothing; the key is emitted when someone takes it. `before()` runs first, so that typed text is known. */
export function onKeydown(event, before) {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
  if (moveInTabs(event)) return;
  const owner = taker(event);
  if (owner === undefined) return;
  if (event.key !== 'Escape') event.preventDefault();
  before();
  emit({
    type: 'keydown', key: event.key, action: owner?.dataset.action, id: owner?.dataset.id, keys: owner?.dataset.keys,
    ctrl: event.ctrlKey, meta: event.metaKey, shift: event.shiftKey,
    value: owner && 'value' in owner ? owner.value : undefined,
  });
}

/** The element that takes the key, null for the page as a whole, undefined when nobody does. */
function taker(event) {
  const { target, key } = event;
  const keys = target.dataset?.keys ?? '';
  if (keys.startsWith('composer') && composerTakes(event, keys === 'composer-swapped')) return target;
  if (keys.split(' ').includes(key) && !modified(event) && !event.shiftKey) return target;
  if (keys === 'palette' && ['ArrowUp', 'ArrowDown', 'Ctrl+K'].includes(combination(event))) return target;
  if (document.querySelector('dialog:modal, :popover-open')) return undefined;
  const edits = isTextField(target);
  if (key === 'Escape') return keys ? target : null;
  if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return !edits || keys.startsWith('composer') ? null : undefined;
  const pressed = combination(event);
  if (shortcuts().includes(pressed)) return OF_A_TEXT.has(pressed) && edits && target.localName !== 'select' ? undefined : null;
  if (key === '?' && !edits && !modified(event)) return null;
  return undefined;
}

const isMac = /mac/i.test(navigator.platform);

function shortcuts() {
  return document.body.dataset.shortcuts?.split(' ') ?? [];
}

/** The keys as a shortcut writes them: "Ctrl+Shift+F". On a Mac, Ctrl with a letter edits text and is let alone. */
function combination(event) {
  const holds = isMac ? event.metaKey : event.ctrlKey;
  const { key } = event;
  return [holds && 'Ctrl', event.altKey && 'Alt', event.shiftKey && 'Shift', key.length === 1 ? key.toUpperCase() : key].filter(Boolean).join('+');
}

function composerTakes(event, swapped) {
  if (modified(event)) return false;
  if (event.key === 'Enter') return event.shiftKey === swapped;
  return event.key === 'ArrowUp' && !event.shiftKey && event.target.value === '';
}

function modified(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function isTextField(element) {
  return element.isContentEditable || element.matches?.('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])');
}

/** Whether the key moved between tabs: arrows, Home and End, as the tab pattern has it. */
function moveInTabs(event) {
  const tab = event.target.closest?.('[role=tab]');
  if (!tab || modified(event)) return false;
  const list = tab.closest('[role=tablist]');
  const tabs = [...(list?.querySelectorAll('[role=tab]') ?? [])].filter((each) => !each.disabled);
  const upright = list?.getAttribute('aria-orientation') === 'vertical';
  const here = tabs.indexOf(tab);
  const places = { [upright ? 'ArrowDown' : 'ArrowRight']: here + 1, [upright ? 'ArrowUp' : 'ArrowLeft']: here - 1, Home: 0, End: -1 };
  if (here < 0 || !(event.key in places)) return false;
  event.preventDefault();
  const next = tabs.at(places[event.key] % tabs.length);
  next.focus();
  next.click();
  return true;
}
