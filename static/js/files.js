/** Files that the user offered, kept by token until Python has read them. */

import { namedError } from './crossing.js';

const files = new Map();
let last = 0;

/** [{token, name, size}] of the files, which are kept. */
export function keep(list) {
  return [...list].map((file) => {
    last += 1;
    const token = `file-${last}`;
    files.set(token, file);
    return { token, name: file.name, size: file.size };
  });
}

/** The file's bytes. */
export async function readFile(token) {
  return new Uint8Array(await kept(token).arrayBuffer());
}

/** An address under which a picture can show the file. */
export async function fileUrl(token) {
  return URL.createObjectURL(kept(token));
}

function kept(token) {
  const file = files.get(token);
  if (!file) throw namedError('NotFoundError', `no such file: ${token}`);
  return file;
}

/** Nothing; the file is let go. */
export function dropFile(token) {
  files.delete(token);
}
