/** Files that are being written piece by piece, by token: to be downloaded, or into the folder that the user chose. */

import { asError, namedError } from './crossing.js';
import { offer } from './system.js';

const open = new Map();
let last = 0;

/** The token of a file that the browser will offer to keep once it is finished. */
export function download(name, mime) {
  const pieces = [];
  return keep({
    // A blob of its own: the browser may put it on disk.
    put: (bytes) => { pieces.push(new Blob([bytes])); },
    finish: () => offer(name, new Blob(pieces, { type: mime })),
    giveUp: () => { pieces.length = 0; },
  });
}

/** The token of a file in a folder; one of that name is replaced when this is finished, not before. */
export async function intoFolder(directory, name) {
  const handle = await directory.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  return keep({
    put: (bytes) => stream.write(bytes),
    finish: () => stream.close(),
    giveUp: async () => {
      await stream.abort();
      if (!(await handle.getFile()).size) await directory.removeEntry(name);
    },
  });
}

function keep(file) {
  last += 1;
  open.set(`new-${last}`, file);
  return `new-${last}`;
}

function held(token) {
  const file = open.get(token);
  if (!file) throw namedError('NotFoundError', `no such file: ${token}`);
  return file;
}

/** Nothing; the bytes are behind those before. */
export async function put(token, bytes) {
  await held(token).put(bytes);
}

/** Nothing; the file is whole. */
export async function finish(token) {
  const file = held(token);
  open.delete(token);
  await file.finish();
}

/** Nothing; there is no such file. */
export async function giveUp(token) {
  const file = open.get(token);
  open.delete(token);
  try {
    await file?.giveUp();
  } catch (error) {
    throw asError(error);
  }
}
