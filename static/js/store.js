/**
 * IndexedDB in whole transactions: JSON text in, JSON text out. One call is one transaction, because an await
 * outside of this file would end it.
 */

import { openDB } from '../vendor/idb/index.js';
import { asError, namedError } from './crossing.js';
import { emit } from './emit.js';
import { scope } from './scope.js';
import { VERSION, upgrade } from './store-schema.js';
import { loose } from './sweep.js';

const REQUESTS_AT_ONCE = 500;
const RECORDS_A_READ = 1000;
const ERA = 'era';
/** What can be worked out again is written by any tab at any time. */
const FREE = new Set(['counts']);
let opening = null;
/** The era of what this tab has read. A backup that takes the place of everything begins another one. */
let era = '';

/** {persisted, version} once the database is open. `name` is short; the scope is put before it. */
export async function open(json) {
  const { name } = JSON.parse(json);
  opening ??= openDatabase(`${scope}${name}`).catch((error) => {
    opening = null;
    throw error;
  });
  const database = await opening;
  const persisted = (await navigator.storage?.persisted?.()) ?? false;
  return JSON.stringify({ persisted, version: database.version });
}

async function openDatabase(name) {
  const database = await openDB(name, VERSION, {
    upgrade,
    // A newer tab waits for this one: let go, and say so.
    blocking: (_current, _next, event) => {
      event.target.close();
      closed('outdated');
    },
    blocked: () => emit({ type: 'store', state: 'waiting' }),
    terminated: () => closed('closed'),
  });
  era = eraIn(await database.get('handles', ERA));
  return database;
}

function eraIn(record) {
  return record?.value ?? '';
}

/** Nothing, where the era in the store is this tab's, so that it may write; `handles` is among the transaction's stores. */
export async function allow(tx) {
  if (eraIn(await tx.objectStore('handles').get(ERA)) === era) return;
  throw namedError('StoreClosed', 'a backup takes the place of everything that is kept here: reload the page');
}

/** A put that begins an era which no tab has read yet, this one neither. */
export function endEra(tx) {
  return tx.objectStore('handles').put({ id: ERA, value: `${era}+` });
}

function closed(state) {
  opening = Promise.reject(namedError('StoreClosed', `the store is ${state}: reload the page`));
  opening.catch(() => {});
  emit({ type: 'store', state });
}

/** The open database. */
export async function connected() {
  if (!opening) throw namedError('StoreClosed', 'the store is not open yet');
  return opening;
}

/**
 * The answers to `{queries: [...]}`, read in one transaction:
 * {store, keys} records or nulls; {store, index, key} and {store, all: true} records; {store, ids: true} their ids.
 */
export async function read(json) {
  const { queries } = JSON.parse(json);
  if (!queries.length) return '[]';
  const database = await connected();
  const tx = database.transaction([...new Set(queries.map(({ store }) => store))], 'readonly');
  const answers = await Promise.all(queries.map((query) => answer(tx.objectStore(query.store), query)));
  return JSON.stringify(answers);
}

async function answer(store, query) {
  if (query.all) return store.getAll();
  if (query.ids) return store.getAllKeys();
  if (query.index) return under(store, query);
  return Promise.all(query.keys.map(async (key) => (await store.get(key)) ?? null));
}

/** The records under a key of an index, by their ids; of thousands some at a time: each answer is one task. */
async function under(store, { index: field, key }) {
  const index = store.index(field);
  const ids = await index.getAllKeys(key);
  if (ids.length <= RECORDS_A_READ) return index.getAll(key);
  const found = [];
  for (let at = 0; at < ids.length; at += RECORDS_A_READ) {
    const some = ids.slice(at, at + RECORDS_A_READ);
    const range = IDBKeyRange.bound(some[0], some.at(-1));
    const isDense = await store.count(range) <= 2 * some.length;
    const read = isDense ? await store.getAll(range) : await Promise.all(some.map((id) => store.get(id)));
    found.push(...read.filter((record) => record[field] === key));
  }
  return found;
}

/**
 * Nothing, once it is on disk; all or nothing. JSON: `puts` [{store, value}], `deletes` [{store, key}].
 * Of thousands, `parts` are JSON lists of more puts, each parsed when it is its turn; `stores` names their stores.
 * With `plans`, the ids of all plans that were looked at, nothing is deleted that a newer plan needs.
 */
export async function write(json, parts = []) {
  const { puts = [], deletes = [], stores: theirs = [], plans } = JSON.parse(json);
  const stores = new Set([...theirs, ...(plans ? ['plans'] : []), ...[...puts, ...deletes].map(({ store }) => store)]);
  if (!stores.size) return;
  const isFree = [...stores].every((store) => FREE.has(store));
  const tx = (await connected()).transaction(isFree ? [...stores] : [...stores, 'handles'], 'readwrite', { durability: 'strict' });
  const done = tx.done.catch((error) => { throw named(error); });
  let mine = era;
  try {
    if (!isFree) await allow(tx);
    const put = ({ store, value }) => {
      if (store === 'handles' && value.id === ERA) mine = value.value;
      return tx.objectStore(store).put(value);
    };
    const going = plans ? await loose(tx, deletes, plans) : deletes;
    await inParts(going, ({ store, key }) => tx.objectStore(store).delete(key));
    await inParts(puts, put);
    for (const part of parts) await inParts(JSON.parse(part), put);
  } catch (error) {
    done.catch(() => {});
    abort(tx);
    throw named(error);
  }
  await done;
  era = mine;
}

/** Nothing, once `ask` was done for each: a part is asked for when the one before it is there, while the page lives on. */
async function inParts(things, ask) {
  for (let start = 0; start < things.length; start += REQUESTS_AT_ONCE) {
    await Promise.all(things.slice(start, start + REQUESTS_AT_ONCE).map(async (thing) => ask(thing)));
  }
}

/** Nothing; the transaction changes nothing. */
export function abort(tx) {
  try {
    tx.abort();
  } catch {
    // It had ended already.
  }
}

/** The error, with a plain sentence when the device is full. */
export function named(thrown) {
  const error = asError(thrown);
  return error.name === 'QuotaExceededError' ? namedError('QuotaExceededError', 'this device has no room left for the page') : error;
}

/** Nothing; the picture is stored. */
export async function putPicture(id, bytes, mime) {
  const database = await connected();
  const tx = database.transaction(['pictures', 'handles'], 'readwrite', { durability: 'strict' });
  const done = tx.done.catch((error) => { throw named(error); });
  try {
    await allow(tx);
    await tx.objectStore('pictures').put({ id, mime, blob: new Blob([bytes], { type: mime }) });
  } catch (error) {
    done.catch(() => {});
    abort(tx);
    throw named(error);
  }
  await done;
}

/** The stored picture, or null. */
export async function picture(id) {
  return (await (await connected()).get('pictures', id))?.blob ?? null;
}

/** The bytes of the stored picture, none where there is none. */
export async function pictureBytes(id) {
  const blob = await picture(id);
  return new Uint8Array(blob ? await blob.arrayBuffer() : 0);
}

/** The settings whose ids begin so; opens the store when it is not open. */
export async function settings(name, beginning) {
  await open(JSON.stringify({ name }));
  const within = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
  return (await connected()).getAll('settings', within);
}
