import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossing } from '../../static/js/crossing.js';

test('whatever is thrown arrives as an Error with its name', async () => {
  for (const thrown of ['text', { name: 'QuotaExceededError', message: 'full' }, null, new RangeError('far')]) {
    const told = await crossing(() => { throw thrown; })().catch((error) => error);
    assert.ok(told instanceof Error);
  }
  const quota = await crossing(async () => { throw { name: 'QuotaExceededError', message: 'full' }; })().catch((error) => error);
  assert.equal(quota.name, 'QuotaExceededError');
  assert.equal(quota.message, 'full');
});
