import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emit, setListener } from '../../static/js/emit.js';

test('what was done before Python listens is not lost', () => {
  emit({ type: 'click', action: 'open' });
  const heard = [];
  setListener((text) => heard.push(JSON.parse(text)));
  emit({ type: 'online' });
  assert.deepEqual(heard, [{ type: 'click', action: 'open' }, { type: 'online' }]);
});
