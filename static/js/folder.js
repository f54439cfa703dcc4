/** The folder that the user chose for backups, where the browser can write into one. Its handle is kept in the store. */

import { namedError } from './crossing.js';
import { connected } from './store.js';
import { intoFolder } from './writing.js';

const ID = 'backups';
const WRITING = { mode: 'readwrite' };

/** Whether the browser lets a page write into a folder. */
export function offered() {
  return 'showDirectoryPicker' in globalThis;
}

/** JSON {name, allowed} of the folder that the user chooses now; "null" when none was chosen. */
export async function choose() {
  let handle;
  try {
    handle = await globalThis.showDirectoryPicker({ id: ID, ...WRITING });
  } catch (error) {
    if (error.name === 'AbortError') return 'null';
    throw error;
  }
  await (await connected()).put('handles', { id: ID, handle });
  return told(handle, await handle.requestPermission(WRITING));
}

/** JSON {name, allowed} of the chosen folder, "null" where none is. Nothing is asked. */
export async function chosen() {
  const handle = await kept();
  return handle ? told(handle, await handle.queryPermission(WRITING)) : 'null';
}

/** JSON {name, allowed} once the user was asked; only a click lets the browser ask. */
export async function allow() {
  const handle = await kept();
  return handle ? told(handle, await handle.requestPermission(WRITING)) : 'null';
}

function told({ name }, permission) {
  return JSON.stringify({ name, allowed: permission === 'granted' });
}

async function kept() {
  return (await (await connected()).get('handles', ID))?.handle ?? null;
}

async function directory() {
  const handle = await kept();
  if (!handle) throw namedError('NotFoundError', 'no folder is chosen');
  return handle;
}

/** Nothing; no folder is chosen any more. What is in it stays. */
export async function forget() {
  await (await connected()).delete('handles', ID);
}

/** JSON list of the names of the files in the folder. */
export async function names() {
  const found = [];
  for await (const [name, { kind }] of (await directory()).entries()) if (kind === 'file') found.push(name);
  return JSON.stringify(found);
}

/** Nothing; the file is gone from the folder. */
export async function remove(name) {
  await (await directory()).removeEntry(name);
}

/** The token of a new file in the folder. */
export async function begin(name) {
  return intoFolder(await directory(), name);
}
