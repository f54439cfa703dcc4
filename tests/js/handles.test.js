import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dragged, stepped } from '../../static/js/handles.js';

const cap = { value: 400, used: 123, step: 10, most: 6000, worth: 8000, open: true };

test('a drag is to the scale of the bar, in whole steps', () => {
  assert.equal(dragged(cap, 0.1), 1200);
  assert.equal(dragged(cap, 0.0101), 480);
  assert.equal(dragged(cap, -1), 0);
});

test('a part without a cap is dragged from what it takes now', () => {
  assert.equal(dragged({ ...cap, value: null }, -0.005), 80);
});

test('the far end takes a cap away, but a limit that has to be stays', () => {
  assert.equal(dragged(cap, 1), null);
  assert.equal(dragged({ ...cap, open: false }, 1), 6000);
  assert.equal(stepped(cap, 'End'), null);
  assert.equal(stepped({ ...cap, open: false }, 'End'), 6000);
});

test('keys move by a step or by ten, and no further than the ends', () => {
  assert.equal(stepped(cap, 'ArrowRight'), 410);
  assert.equal(stepped(cap, 'ArrowDown'), 390);
  assert.equal(stepped(cap, 'PageUp'), 500);
  assert.equal(stepped(cap, 'PageDown'), 300);
  assert.equal(stepped({ ...cap, value: 30 }, 'PageDown'), 0);
  assert.equal(stepped(cap, 'Home'), 0);
});

test('a key gives a cap only inward, and other keys are let alone', () => {
  assert.equal(stepped({ ...cap, value: null }, 'ArrowLeft'), 113);
  assert.equal(stepped({ ...cap, value: null }, 'ArrowRight'), null);
  assert.equal(stepped(cap, 'Tab'), undefined);
});
