/** Addresses of stored pictures, one blob URL each for the life of the page. */

import { namedError } from './crossing.js';
import { picture } from './store.js';

const urls = new Map();
// An SVG or HTML blob opened as a page would run as ours.
const RASTER = /^image\/(?:png|jpeg|webp|gif|avif)$/;

/** A blob URL of the picture. */
export function pictureUrl(id) {
  if (!urls.has(id)) {
    const made = make(id);
    made.catch(() => urls.delete(id));
    urls.set(id, made);
  }
  return urls.get(id);
}

async function make(id) {
  const blob = await picture(id);
  if (!blob) throw namedError('NotFoundError', `no such picture: ${id}`);
  if (!RASTER.test(blob.type)) throw namedError('NotAPicture', `not a raster picture: ${id}`);
  return URL.createObjectURL(blob);
}
