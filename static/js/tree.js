/**
 * From a node tree (JSON) to preact's virtual nodes.
 * A node is a text, or [tag, attributes|null, ...children]. Tags and attributes that begin with `#` are ours.
 */

import { Component, h } from '../vendor/preact/preact.mjs';
import { Part, isOurs } from './part.js';
import { Picture } from './picture.js';
import { Prose } from './prose.js';
import { appeared, isItsTurn, left, seen } from './turns.js';

const BARRED_TAGS = new Set(['script', 'style', 'iframe', 'object', 'embed', 'base', 'meta', 'link', 'template']);
const BARRED_ATTRIBUTES = new Set(['dangerouslysetinnerhtml', 'innerhtml', 'outerhtml', 'srcdoc', 'ref', 'children']);
const SAFE_URL = /^(?:https?:|mailto:|blob:|#|\.{0,2}\/|[\w-]+(?:[/.?#]|$))/i;
const URL_ATTRIBUTES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'poster', 'data']);

const islands = new Map();

/** A part of the page that is parsed and drawn again only when its own JSON has changed, and its turn has come. */
class Island extends Component {
  constructor(props) {
    super(props);
    appeared(props.id, this);
    if (isItsTurn(props.id)) this.shown = props.json;
  }

  shouldComponentUpdate({ id, json }) {
    if (json === this.shown || !isItsTurn(id)) return false;
    this.shown = json;
    return true;
  }

  /** Nothing; it shows what it was told last. */
  catchUp() {
    if (this.shown === this.props.json) return;
    this.shown = this.props.json;
    this.forceUpdate();
  }

  render() {
    return this.shown === undefined ? null : toVnode(JSON.parse(this.shown));
  }

  componentWillUnmount() {
    left(this.props.id, this);
  }
}

/** Told without its JSON, an island is as it was told last. */
function island({ key, json }) {
  if (json !== undefined) islands.set(key, json);
  const told = islands.get(key) ?? '""';
  seen(key, told);
  return h(Island, { key, id: key, json: told });
}

/** The virtual node of a node tree. Throws on tags and attributes that could run code. */
export function toVnode(node) {
  if (!Array.isArray(node)) return node === null || typeof node === 'boolean' ? null : String(node);
  const [tag, attributes, ...children] = node;
  if (tag === '#island') return island(attributes);
  if (tag === '#md') {
    const { text, ...rest } = attributes;
    return h(Prose, { key: rest.key, props: checked('div', rest), text });
  }
  if (tag === '#picture') return h(Picture, attributes);
  const props = checked(tag, attributes);
  const vnodes = children.map(toVnode);
  if (attributes && Object.keys(attributes).some(isOurs)) {
    return h(Part, { key: props.key, tag, props, ours: attributes, vnodes });
  }
  return h(tag, props, ...vnodes);
}

/** The plain attributes of an element. */
function checked(tag, attributes) {
  if (BARRED_TAGS.has(tag.toLowerCase())) throw new TypeError(`element not allowed: ${tag}`);
  const props = {};
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('#')) continue;
    const lower = name.toLowerCase();
    if (lower.startsWith('on') || BARRED_ATTRIBUTES.has(lower)) throw new TypeError(`attribute not allowed: ${name}`);
    if (lower === 'style' && typeof value === 'string') throw new TypeError('style must be an object');
    if (URL_ATTRIBUTES.has(lower) && !SAFE_URL.test(String(value).trim())) continue;
    props[name] = value;
  }
  return props;
}
