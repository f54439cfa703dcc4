import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toVnode } from '../../static/js/tree.js';

test('a node tree becomes elements, attributes and texts', () => {
  const node = toVnode(['p', { class: 'quiet', key: 'k' }, 'Six of ', ['b', null, '24'], null, 7]);
  assert.equal(node.type, 'p');
  assert.equal(node.key, 'k');
  assert.equal(node.props.class, 'quiet');
  const [text, bold, nothing, number] = node.props.children;
  assert.equal(text, 'Six of ');
  assert.equal(bold.type, 'b');
  assert.equal(nothing, null);
  assert.equal(number, '7');
});

test('an element that could run or load code is refused', () => {
  for (const tag of ['script', 'IFRAME', 'style', 'object', 'base']) assert.throws(() => toVnode([tag, null]), /not allowed/);
});

test('an attribute that could run code is refused', () => {
  for (const name of ['onclick', 'ONLOAD', 'dangerouslySetInnerHTML', 'srcdoc', 'ref']) {
    assert.throws(() => toVnode(['div', { [name]: 'x' }]), /not allowed/);
  }
  assert.throws(() => toVnode(['div', { style: 'color:red' }]), /object/);
});

test('an address that is not of the web or the page is left out', () => {
  const hrefOf = (href) => toVnode(['a', { href }]).props.href;
  for (const good of ['#/c/1', 'https://a.example/', 'http://localhost:5001', 'mailto:a@b', 'blob:http://x/1', './a', 'static/a.png']) {
    assert.equal(hrefOf(good), good);
  }
  for (const bad of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'java\nscript:x']) {
    assert.equal(hrefOf(bad), undefined);
  }
});

test('a text is markdown when it says so', () => {
  const node = toVnode(['#md', { text: 'a *b*', class: 'prose', dir: 'auto' }]);
  assert.equal(node.props.props.class, 'prose');
  assert.equal(node.props.text, 'a *b*');
});
