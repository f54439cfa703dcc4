import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appeared, isItsTurn, left, seen, share } from '../../static/js/turns.js';

const names = (count, from = 0) => Array.from({ length: count }, (_, at) => `island ${from + at}`);

/** Nothing, once the timers that are due have run. */
const soon = () => new Promise((resolve) => { setTimeout(resolve, 60); });

/** Islands of a page that draw when they are told to, as Island in tree.js does. */
function islands(ids) {
  return new Map(ids.map((id) => {
    const island = { shown: undefined, catchUp() { island.shown = 'new'; } };
    appeared(id, island);
    return [id, island];
  }));
}

test('a few islands are drawn with their region', async () => {
  const ids = names(20);
  ids.forEach((id) => seen(id, 'new'));
  share({ lastFirst: false });
  assert.ok(ids.every(isItsTurn));
  await soon();
});

test('of many islands the first are drawn at once and the others soon after', async () => {
  const ids = names(120);
  const page = islands(ids);
  ids.forEach((id) => seen(id, 'new'));
  share({ lastFirst: false });
  const late = ids.filter((id) => !isItsTurn(id));
  assert.ok(late.length > 0 && isItsTurn(ids[0]));
  assert.equal(page.get(late[0]).shown, undefined);
  await soon();
  assert.ok(late.every((id) => page.get(id).shown === 'new' && isItsTurn(id)));
  ids.forEach((id) => left(id, page.get(id)));
});

test('of a transcript the last are drawn at once', async () => {
  const ids = names(120);
  ids.forEach((id) => seen(id, 'new'));
  share({ lastFirst: true });
  assert.ok(isItsTurn(ids.at(-1)) && !isItsTurn(ids[0]));
  await soon();
});

test('an island that shows what it is to show takes no turn', async () => {
  const ids = names(120);
  const page = islands(ids);
  for (const island of page.values()) island.shown = 'old';
  ids.forEach((id) => seen(id, 'old'));
  seen('fresh', 'new');
  share({ lastFirst: false });
  assert.ok(isItsTurn('fresh'));
  ids.forEach((id) => left(id, page.get(id)));
  await soon();
});
