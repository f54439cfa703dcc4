/**
 * The whole store, taken down as it is at one moment, and another one brought in: what comes is first written aside,
 * then changes places with what was there in one transaction, so that there is always the old or the new, whole.
 */

import { namedError } from './crossing.js';
import { abort, allow, connected, endEra, named } from './store.js';

/** Keys, what belongs to this device alone, and what can be worked out again. Pictures are taken one by one. */
const NOT_TAKEN = new Set(['secrets', 'handles', 'counts', 'aside', 'pictures']);
const NOT_TOUCHED = new Set(['secrets', 'counts']);
const RECORDS_A_READ = 50;
const ASIDE_A_READ = 4;
const PART_CHARS = 256 * 1024;

const OWNER = 0;

let taken = [];
let lastAside = 0;
/** By what name what is aside is this tab's. */
let mine = '';

/** JSON {schema, stores}: the version of the schema, and the stores that are taken. */
export async function shape() {
  const database = await connected();
  return JSON.stringify({ schema: database.version, stores: storesOf(database) });
}

function storesOf(database) {
  return [...database.objectStoreNames].filter((name) => !NOT_TAKEN.has(name));
}

/** JSON {schema, parts: [{store, records}], pictures: [ids]}; the parts are kept for `part` until `letGo`. */
export async function takeDown() {
  const database = await connected();
  const names = storesOf(database);
  const tx = database.transaction([...names, 'pictures'], 'readonly');
  const parts = [];
  for (const name of names) await takeStore(tx.objectStore(name), parts);
  const pictures = await tx.objectStore('pictures').getAllKeys();
  taken = parts.map(({ blob }) => blob);
  return JSON.stringify({ schema: database.version, parts: parts.map(({ store, records }) => ({ store, records })), pictures });
}

/** Nothing; the store's records are in `parts`, a line each, in blobs that need not be in memory. */
async function takeStore(store, parts) {
  let lines = [];
  let chars = 0;
  const close = () => {
    parts.push({ store: store.name, records: lines.length, blob: new Blob([lines.join('\n')]) });
    [lines, chars] = [[], 0];
  };
  let found;
  let range;
  do {
    found = await store.getAll(range, RECORDS_A_READ);
    for (const record of found) {
      lines.push(JSON.stringify(record));
      chars += lines.at(-1).length;
      if (chars >= PART_CHARS) close();
    }
    if (found.length) range = IDBKeyRange.lowerBound(found.at(-1).id, true);
  } while (found.length === RECORDS_A_READ);
  close();
}

/** The records of one part, a line of JSON each. */
export async function part(at) {
  return taken[at].text();
}

/** Nothing; what was taken down is let go. */
export function letGo() {
  taken = [];
}

/** Nothing; nothing is aside, and only this tab may put anything there until another one begins. */
export async function beginAside() {
  lastAside = OWNER;
  mine = crypto.randomUUID();
  await inAside(async (aside) => {
    await aside.clear();
    await aside.put({ id: OWNER, mine });
  });
}

/** Nothing; what this tab put aside is gone. */
export async function clearAside() {
  await inAside((aside) => aside.clear(), own);
}

/** Nothing, where what is aside is this tab's. */
async function own(aside) {
  if ((await aside.get(OWNER))?.mine === mine) return;
  throw namedError('AsideTaken', 'another tab has begun to bring a backup in');
}

/** Nothing; the store's records (a line of JSON each) are on disk aside. */
export async function setAside(store, lines) {
  await putAside({ store, lines });
}

/** Nothing; the picture is on disk aside. */
export async function setPictureAside(id, bytes, mime) {
  await putAside({ picture: { id, mime, blob: new Blob([bytes], { type: mime }) } });
}

async function putAside(held) {
  lastAside += 1;
  await inAside((aside) => aside.put({ id: lastAside, ...held }), own);
}

/** Nothing, once what `ask` asks of `aside` is done; a tab that may not write does nothing there. */
async function inAside(ask, first = () => {}) {
  const tx = (await connected()).transaction(['aside', 'handles'], 'readwrite', { durability: 'strict' });
  const done = tx.done.catch((error) => { throw named(error); });
  try {
    await allow(tx);
    await first(tx.objectStore('aside'));
    await ask(tx.objectStore('aside'));
  } catch (error) {
    done.catch(() => {});
    abort(tx);
    throw named(error);
  }
  await done;
}

/**
 * Nothing; the stores `emptied` of the JSON are empty, its `deletes` gone, and what was aside is in its place.
 * Where stores were emptied, what any tab still shows is over: none may write any more until it is loaded again.
 */
export async function bringIn(json) {
  const { emptied, deletes } = JSON.parse(json);
  const database = await connected();
  const names = [...database.objectStoreNames].filter((name) => !NOT_TOUCHED.has(name));
  const tx = database.transaction(names, 'readwrite', { durability: 'strict' });
  const done = tx.done.catch((error) => { throw named(error); });
  try {
    await allow(tx);
    await own(tx.objectStore('aside'));
    if (emptied.length) await endEra(tx);
    await Promise.all(emptied.map((name) => tx.objectStore(name).clear()));
    await Promise.all(deletes.map(({ store, key }) => tx.objectStore(store).delete(key)));
    await moveAside(tx);
  } catch (error) {
    done.catch(() => {});
    abort(tx);
    throw named(error);
  }
  await done;
}

async function moveAside(tx) {
  const aside = tx.objectStore('aside');
  let range = IDBKeyRange.lowerBound(OWNER, true);
  let found;
  do {
    found = await aside.getAll(range, ASIDE_A_READ);
    await Promise.all(found.flatMap((each) => putIn(tx, each)));
    if (found.length) range = IDBKeyRange.lowerBound(found.at(-1).id, true);
  } while (found.length);
  await aside.clear();
}

function putIn(tx, { store, lines, picture }) {
  if (picture) return [tx.objectStore('pictures').put(picture)];
  return lines.split('\n').map((line) => tx.objectStore(store).put(JSON.parse(line)));
}
