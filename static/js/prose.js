/** Messages as markdown, sanitised: see `clean`. */

import { Component, h } from '../vendor/preact/preact.mjs';
import DOMPurify from '../vendor/dompurify/purify.es.mjs';
import { DRAWN, toMarkup } from './markdown.js';

const KEPT_TEXTS = 400;
const LONGEST_MARKDOWN = 20_000;
// What makes a markdown parser slow and no story needs.
const MONOTONOUS = /([^\w\n])\1{299}/;
// A word without end is broken anywhere; where letters are kerned, that takes the square of its length.
const LONGEST_WORD = 2000;
const WEB = /^https?:/i;
const CLEAN = {
  ALLOWED_TAGS: DRAWN,
  ALLOWED_ATTR: ['href', 'title', 'alt', 'src', 'dir', 'lang', 'start', 'colspan', 'rowspan'],
  ADD_URI_SAFE_ATTR: ['dir', 'lang', 'start', 'colspan', 'rowspan'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  IN_PLACE: true,
};

const kept = new Map();

/** An element whose content is the text's markdown; unchanged blocks at the front keep their nodes while a reply grows. */
export class Prose extends Component {
  hold = (element) => { this.element = element ?? this.element; };

  render({ props }) {
    return h('div', { ...props, ref: this.hold });
  }

  componentDidMount() {
    this.fill();
  }

  componentDidUpdate(previous) {
    if (previous.text !== this.props.text) this.fill();
  }

  fill() {
    const text = this.props.text ?? '';
    const fresh = document.importNode(rendered(text), true);
    this.element.toggleAttribute('data-endless', text.split(/\s+/).some((word) => word.length > LONGEST_WORD));
    const old = [...this.element.childNodes];
    const next = [...fresh.childNodes];
    let same = 0;
    while (same < old.length && same < next.length && old[same].isEqualNode(next[same])) same += 1;
    for (const node of old.slice(same)) node.remove();
    this.element.append(...next.slice(same));
  }
}

/** The text as an inert fragment, remembered for the texts used last. */
function rendered(text) {
  const known = kept.get(text);
  if (known) kept.delete(text);
  const fragment = known ?? render(text);
  kept.set(text, fragment);
  if (kept.size > KEPT_TEXTS) kept.delete(kept.keys().next().value);
  return fragment;
}

function render(text) {
  if (text.length > LONGEST_MARKDOWN || MONOTONOUS.test(text)) return plain(text);
  try {
    return clean(toMarkup(text));
  } catch {
    return plain(text);
  }
}

/**
 * A fragment without anything that loads, runs, styles or names: pictures are links, links open apart.
 * A template's document is inert: nothing loads before the pictures are replaced.
 */
function clean(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  const root = content.ownerDocument.createElement('div');
  root.append(...content.childNodes);
  DOMPurify.sanitize(root, CLEAN);
  for (const picture of root.querySelectorAll('img')) picture.replaceWith(pictureLink(picture));
  for (const link of root.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const element of root.querySelectorAll('[src], [alt]')) {
    element.removeAttribute('src');
    element.removeAttribute('alt');
  }
  content.append(...root.childNodes);
  return content;
}

function pictureLink(picture) {
  const source = picture.getAttribute('src') ?? '';
  const isLink = WEB.test(source) && !picture.closest('a');
  const link = picture.ownerDocument.createElement(isLink ? 'a' : 'span');
  if (isLink) link.setAttribute('href', source);
  link.textContent = `[${picture.getAttribute('alt') || 'picture'}]`;
  return link;
}

function plain(text) {
  const fragment = document.createDocumentFragment();
  const paragraph = document.createElement('p');
  text.split('\n').forEach((line, n) => paragraph.append(...(n ? [document.createElement('br'), line] : [line])));
  fragment.append(paragraph);
  return fragment;
}
