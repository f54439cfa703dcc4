/**
 * IndexedDB in whole transactions: JSON text in, JSON text out. One call is one transaction, because an await
 * outside of this file would end it.
 */

import { openDB } from '../vendor/idb/index.js';
import { asError, namedError } from './crossing.js';
import { emit } from './emit.js';
import { scope } from './scope.js';
import { VERSION, upgrade } from './store-schema.js';

let opening = null;

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
  return openDB(name, VERSION, {
    upgrade,
    // A newer tab waits for this one: let go, and say so.
    blocking: (_current, _next, event) => {
      event.target.close();
      closed('outdated');
    },
    blocked: () => emit({ type: 'store', state: 'waiting' }),
    terminated: () => closed('closed'),
  });
}

function closed(state) {
  opening = Promise.reject(namedError('StoreClosed', `the store is ${state}: reload the page`));
  opening.catch(() => {});
  emit({ type: 'store', state });
}

async function connected() {
  if (!opening) throw namedError('StoreClosed', 'the store is not open yet');
  return opening;
}

/**
 * The answers to `{queries: [...]}`, read in one transaction:
 * {store, key} a record or null; {store, keys} records or nulls; {store, index, key} and {store, all: true} records;
 * {store, count: true} a number, with `index` and `key` of those only.
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
  const from = query.index ? store.index(query.index) : store;
  if (query.count) return from.count(query.key);
  if (query.all) return store.getAll();
  if (query.index) return from.getAll(query.key);
  if (query.keys) return Promise.all(query.keys.map(async (key) => (await store.get(key)) ?? null));
  return (await store.get(query.key)) ?? null;
}

/**
 * {puts, deletes}: how many, once they are on disk; all or nothing. `puts`: {store, value}; `deletes`: {store, key}
 * or {store, index, key}; `expect`: {store, key, field, value} must hold first, or nothing is written ("Conflict").
 */
export async function write(json) {
  const { puts = [], deletes = [], expect = [] } = JSON.parse(json);
  const stores = new Set([...puts, ...deletes, ...expect].map(({ store }) => store));
  if (!stores.size) return JSON.stringify({ puts: 0, deletes: 0 });
  const tx = (await connected()).transaction([...stores], 'readwrite', { durability: 'strict' });
  const done = tx.done.catch((error) => { throw named(error); });
  try {
    await Promise.all(expect.map((claim) => verify(tx, claim)));
    await Promise.all([...deletes.map((each) => remove(tx, each)), ...puts.map((each) => put(tx, each))]);
  } catch (error) {
    done.catch(() => {});
    abort(tx);
    throw named(error);
  }
  await done;
  return JSON.stringify({ puts: puts.length, deletes: deletes.length });
}

async function verify(tx, { store, key, field, value }) {
  const record = await tx.objectStore(store).get(key);
  if ((record?.[field] ?? null) !== value) throw namedError('Conflict', `${store} ${key}: ${field} has changed`);
}

async function put(tx, { store, value }) {
  return tx.objectStore(store).put(value);
}

async function remove(tx, { store, index, key }) {
  if (!index) return tx.objectStore(store).delete(key);
  const keys = await tx.objectStore(store).index(index).getAllKeys(key);
  return Promise.all(keys.map((each) => tx.objectStore(store).delete(each)));
}

function abort(tx) {
  try {
    tx.abort();
  } catch {
    // It had ended already.
  }
}

/** The error, with a plain sentence when the device is full. */
function named(thrown) {
  const error = asError(thrown);
  return error.name === 'QuotaExceededError' ? namedError('QuotaExceededError', 'this device has no room left for the page') : error;
}

/** Nothing; the picture is stored. */
export async function putPicture(id, bytes, mime) {
  const database = await connected();
  const tx = database.transaction('pictures', 'readwrite', { durability: 'strict' });
  try {
    await Promise.all([tx.store.put({ id, mime, blob: new Blob([bytes], { type: mime }) }), tx.done]);
  } catch (error) {
    throw named(error);
  }
}

/** The stored picture, or null. */
export async function picture(id) {
  return (await (await connected()).get('pictures', id))?.blob ?? null;
}

/** The setting of that id, or null; opens the store when it is not open. */
export async function setting(name, id) {
  await open(JSON.stringify({ name }));
  return (await (await connected()).get('settings', id)) ?? null;
}
