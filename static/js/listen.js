/**
 * One delegated listener an event type. An element says what it does by `data-action` (and `data-id`), and on
 * which events by `data-on` ("click" when unset; a list separated by spaces).
 */

import { emit } from './emit.js';
import { keep } from './files.js';
import { startKeepingFocus } from './focus.js';
import { startHandles } from './handles.js';
import { onKeydown } from './keys.js';
import { startSorting } from './sort.js';

const REST_MS = 1000;
const waiting = new Map();
/** The field whose words were typed and not told yet, like the `change` event that will tell them, and its timer. */
let typing = null;

/** Nothing; the document's events are emitted from now on. */
export function startListening() {
  const on = (type, handler, options) => document.addEventListener(type, handler, options);
  on('click', onClick);
  on('input', onInput);
  on('change', onChange);
  on('submit', onSubmit);
  on('keydown', (event) => onKeydown(event, flushInput));
  on('close', onClose, true);
  listenToFiles(on);
  listenToWindow();
  startSorting();
  startKeepingFocus();
  startHandles();
}

/** The event's fields that every kind has. */
function told(type, { dataset: { action, id } }) {
  return { type, action, id };
}

/** The nearest element with an action for this kind of event. */
function acting(event) {
  const element = event.target.closest?.('[data-action]');
  return element && (element.dataset.on ?? 'click').split(' ').includes(event.type) ? element : null;
}

function onClick(event) {
  const element = acting(event);
  if (!element) return stayOnRoute(event);
  if (element.disabled || element.ariaDisabled === 'true') return;
  if (element.type === 'file' || element.localName === 'form') return;
  if (element.localName === 'a') {
    // The user wants the link in a tab of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
  }
  flushInput();
  // The menu closes first: what is chosen may paint the item away, and with it what it would do by itself.
  if (element.popoverTargetAction === 'hide') element.popoverTargetElement?.hidePopover();
  emit({ ...told('click', element), ...held(element) });
}

/** A link to a place in this page goes there without changing the address, which names the route. */
function stayOnRoute(event) {
  const link = event.target.closest?.('a[href^="#"]');
  const place = link?.getAttribute('href').slice(1) ?? '';
  if (!place || place.startsWith('/')) return;
  event.preventDefault();
  const element = document.getElementById(place);
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus();
}

/**
 * What a control holds; where it names a text box by `data-cursor`, the cursor's place in it, in characters; where it
 * takes the selection by `data-takes`, what is selected of its message; outside of messages, of any one.
 */
function held(element) {
  if (element.dataset.takes === 'selection') return { value: selectedIn(element.closest('article') ?? selectedMessage()) };
  const box = element.dataset.cursor && document.getElementById(element.dataset.cursor);
  if (box) return { value: String([...box.value.slice(0, box.selectionStart)].length) };
  if (element.type === 'checkbox' || element.type === 'radio') return { checked: element.checked, value: element.value };
  return 'value' in element ? { value: String(element.value) } : {};
}

/** The message in which the selection begins, null where it begins in none. */
function selectedMessage() {
  return getSelection().anchorNode?.parentElement?.closest('article') ?? null;
}

/** The selected text as far as it stands in the message's prose; "" where none does. */
function selectedIn(message) {
  const prose = message?.querySelector('.prose');
  const selection = getSelection();
  if (!prose || !selection.rangeCount || selection.isCollapsed) return '';
  const within = selection.getRangeAt(0).cloneRange();
  if (!within.intersectsNode(prose)) return '';
  const whole = document.createRange();
  whole.selectNodeContents(prose);
  if (within.compareBoundaryPoints(Range.START_TO_START, whole) < 0) within.setStart(whole.startContainer, whole.startOffset);
  if (within.compareBoundaryPoints(Range.END_TO_END, whole) > 0) within.setEnd(whole.endContainer, whole.endOffset);
  if (within.commonAncestorContainer !== prose) return within.toString();
  // Blocks are parted by an empty line, as they were written.
  return [...within.cloneContents().childNodes].map((node) => node.textContent.trim()).filter(Boolean).join('\n\n');
}

/** Input is told once a frame, with the newest value. */
function onInput(event) {
  const element = acting(event);
  if (!element) return onTyped(event);
  if (!waiting.size) requestAnimationFrame(flushInput);
  waiting.set(element, { ...told('input', element), ...held(element) });
}

/** Nothing; input that waits for the frame is told now, so that what follows finds it known. */
function flushInput() {
  const events = [...waiting.values()];
  waiting.clear();
  events.forEach(emit);
}

/**
 * A field that is told when it is left is told as well when the page is hidden, and with `data-rest` when the typing
 * rests. A box for more words (`data-keys`) is told at once of a pasted list.
 */
function onTyped({ target, inputType }) {
  if (!target.matches?.('[data-on~=change]')) return;
  clearTimeout(typing?.timer);
  typing = null;
  const change = { type: 'change', target };
  if (!('keys' in target.dataset)) typing = { ...change, timer: 'rest' in target.dataset && setTimeout(tellTyped, REST_MS) };
  else if (inputType === 'insertFromPaste' && /[\n,]/.test(target.value)) onChange(change);
}

function tellTyped() {
  if (typing?.target.isConnected) onChange(typing);
}

function onChange(event) {
  const { target } = event;
  if (target === typing?.target) {
    clearTimeout(typing.timer);
    typing = null;
  }
  if (target.type === 'file') return chosen(target);
  const element = acting(event);
  if (!element) return;
  flushInput();
  emit({ ...told('change', element), ...held(element) });
}

function chosen(input) {
  if (!input.dataset.action || !input.files.length) return;
  emit({ ...told('change', input), files: keep(input.files) });
  // Choosing the same file again must be an event again.
  input.value = '';
}

function onSubmit(event) {
  event.preventDefault();
  const form = event.target;
  if (!form.dataset.action) return;
  flushInput();
  emit({ ...told('submit', form), fields: fieldsOf(form), value: event.submitter?.value ?? '' });
}

function fieldsOf(form) {
  const fields = {};
  for (const control of form.elements) {
    if (!control.name || control.disabled || control.type === 'file' || control.localName === 'fieldset') continue;
    if (control.type === 'checkbox') fields[control.name] = control.checked;
    else if (control.type !== 'radio' || control.checked) fields[control.name] = control.value;
  }
  return fields;
}

/** The browser closes a modal dialog on Esc; the app hears of it and paints it away. */
function onClose(event) {
  const { target } = event;
  if (target.localName !== 'dialog' || target.dataset.modal === undefined || target.open) return;
  emit({ type: 'close', action: 'dialog-close', id: target.dataset.id });
}

function listenToFiles(on) {
  const carriesFiles = (event) => event.dataTransfer?.types.includes('Files');
  const mark = (over) => { if (over) document.documentElement.dataset.drag = 'files'; else delete document.documentElement.dataset.drag; };
  on('dragover', (event) => { if (carriesFiles(event)) { event.preventDefault(); mark(true); } });
  on('dragleave', (event) => { if (!event.relatedTarget) mark(false); });
  on('drop', (event) => {
    mark(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    tellFiles('drop', event.dataTransfer.files);
  });
  on('paste', (event) => {
    const { files } = event.clipboardData;
    if (files.length) {
      event.preventDefault();
      return tellFiles('paste', files);
    }
    const text = event.clipboardData.getData('text/plain');
    if (text.trim() && !isEditable(event.target)) tellFiles('paste', [new File([text], 'pasted.txt', { type: 'text/plain' })]);
  });
}

function tellFiles(type, files) {
  if (files.length) emit({ type, action: 'files', files: keep(files) });
}

function isEditable(element) {
  return element.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName);
}

function listenToWindow() {
  addEventListener('hashchange', () => emit({ type: 'hashchange', value: location.hash }));
  addEventListener('online', () => emit({ type: 'online' }));
  addEventListener('offline', () => emit({ type: 'offline' }));
  addEventListener('beforeunload', () => {
    flushInput();
    tellTyped();
  });
  document.addEventListener('visibilitychange', () => {
    flushInput();
    tellTyped();
    if (document.hidden) emit({ type: 'hidden' });
  });
  addEventListener('error', ({ error, message, filename, lineno }) => tellFailure(error ?? { name: message, stack: `${filename}:${lineno}` }));
  addEventListener('unhandledrejection', ({ reason }) => tellFailure(reason));
}

let failing = false;

/** Nothing; Python hears of a mistake of ours in JavaScript: its name and places, no texts. One at a time. */
function tellFailure(error) {
  if (failing) return;
  failing = true;
  const places = String(error?.stack ?? '').match(/[\w./-]+\.m?js:\d+/g) ?? [];
  emit({ type: 'failure', report: [error?.name ?? 'Error', ...places.map((place) => place.split('/').slice(-2).join('/'))].join('\n') });
  failing = false;
}
