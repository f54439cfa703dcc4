/** Elements with a life of their own beside their attributes: `#value`+`#rev`, `#modal`, `#focus`, `#stick`. */

import { Component, h } from '../vendor/preact/preact.mjs';
import { afterUpdate, beforeUpdate, startSticking, stopSticking } from './stick.js';

const OURS = new Set(['#value', '#rev', '#modal', '#focus', '#stick']);

/** Whether the attribute is one of those. */
export function isOurs(name) {
  return OURS.has(name);
}

export class Part extends Component {
  hold = (element) => { this.element = element ?? this.element; };

  render({ tag, props, ours, vnodes }) {
    // A dialog that opens gives the focus to the element with `autofocus`.
    const extra = ours['#focus'] ? { autofocus: true } : {};
    return h(tag, { ...props, ...extra, ref: this.hold }, ...vnodes);
  }

  componentDidMount() {
    const { ours } = this.props;
    if ('#value' in ours) setValue(this.element, ours['#value']);
    if (ours['#modal']) this.openDialog();
    if (ours['#focus']) this.element.focus();
    if (ours['#stick']) this.sticking = startSticking(this.element, ours['#stick'] === 'newest');
  }

  getSnapshotBeforeUpdate() {
    return this.sticking ? beforeUpdate(this.sticking, this.props.ours['#stick'] === 'newest') : null;
  }

  componentDidUpdate(previous, _state, snapshot) {
    const { ours } = this.props;
    if ('#value' in ours && ours['#rev'] !== previous.ours['#rev']) setValue(this.element, ours['#value']);
    if (ours['#modal'] && !this.element.open) this.element.showModal();
    if (ours['#focus'] && !previous.ours['#focus']) this.element.focus();
    if (this.sticking) afterUpdate(this.sticking, snapshot);
  }

  componentWillUnmount() {
    if (this.sticking) stopSticking(this.sticking);
    if (this.opener) this.closeDialog();
  }

  openDialog() {
    this.opener = describe(document.activeElement);
    this.element.dataset.modal = '';
    this.element.showModal();
  }

  closeDialog() {
    if (this.element.open) this.element.close();
    const { opener } = this;
    // The region of the opener may be painted after this one.
    setTimeout(() => {
      if (document.activeElement === document.body && !document.querySelector('dialog:modal')) find(opener)?.focus();
    });
  }
}

/** The DOM value is set here only, so a repaint never takes away what was typed. The caret goes to the end. */
function setValue(element, value) {
  const text = value ?? '';
  if (element.value === text) return;
  element.value = text;
  if (document.activeElement === element) element.setSelectionRange?.(text.length, text.length);
}

/** What is needed to find the element again, even when it was drawn anew. */
function describe(element) {
  return { element, action: element?.dataset?.action, id: element?.dataset?.id, elementId: element?.id };
}

function find({ element, action, id, elementId }) {
  if (element?.isConnected && element !== document.body) return element;
  if (elementId) return document.getElementById(elementId);
  if (!action) return document.getElementById('main');
  const same = [...document.querySelectorAll(`[data-action="${CSS.escape(action)}"]`)];
  return same.find((candidate) => candidate.dataset.id === id) ?? same[0] ?? document.getElementById('main');
}
