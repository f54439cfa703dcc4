import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_PIECE, pieces } from '../../static/js/token-pieces.js';

test('a short text is one piece', () => {
  assert.deepEqual(pieces('the lamp turns'), ['the lamp turns']);
  assert.deepEqual(pieces(''), ['']);
});

test('the pieces of any text make the text again', () => {
  for (const text of ['word '.repeat(9000), 'a'.repeat(20001), '😀'.repeat(9001), `${' '.repeat(9000)}x`, 'a\n\nb'.repeat(5000)]) {
    assert.equal(pieces(text).join(''), text);
    assert.ok(pieces(text).every((piece) => piece.length <= LONGEST_PIECE && piece.length > 0));
  }
});

test('a text is cut before white space, so that words stay whole', () => {
  const [first, second] = pieces(`${'lantern '.repeat(1001)}end`);
  assert.ok(first.endsWith('lantern'));
  assert.ok(second.startsWith(' '));
});

test('a character outside the basic plane is never cut in two', () => {
  for (const piece of pieces(`a${'😀'.repeat(9000)}`)) assert.ok(piece.isWellFormed?.() ?? !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece));
});
