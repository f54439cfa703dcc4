/** Files that the user offered, kept by token until Python has read them. */

import { namedError } from './crossing.js';

const files = new Map();
let last = 0;

/** [{token, name, size, mime}] of the files, which are kept. */
export function keep(list) {
  return [...list].map((file) => {
    last += 1;
    const token = `file-${last}`;
    files.set(token, file);
    return { token, name: file.name, size: file.size, mime: file.type };
  });
}

/** The file's bytes. */
export async function readFile(token) {
  const file = files.get(token);
  if (!file) throw namedError('NotFoundError', `no such file: ${token}`);
  return new Uint8Array(await file.arrayBuffer());
}

/** An address under which a picture can show the file. */
export async function fileUrl(token) {
  const file = files.get(token);
  if (!file) throw namedError('NotFoundError', `no such file: ${token}`);
  return URL.createObjectURL(file);
}

/** Nothing; the file is let go. */
export function dropFile(token) {
  files.delete(token);
}
