/** Requests to the user's endpoint: started at once, read piece by piece. Bytes cross as base64. */

import { allows } from './connect.js';
import { asError, namedError } from './crossing.js';

const requests = new Map();
let last = 0;

/** The id of a request that is on its way. `json`: {method, url, headers, body}. */
export function send(json) {
  const { method = 'GET', url, headers = {}, body } = JSON.parse(json);
  last += 1;
  const id = `request-${last}`;
  const controller = new AbortController();
  const response = begin({ method, url, headers, body, signal: controller.signal });
  // Its error is told by `next`.
  response.catch(() => {});
  requests.set(id, { controller, response, reader: null });
  return id;
}

async function begin({ method, url, headers, body, signal }) {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw namedError('TypeError', 'the address must begin with http:// or https://');
  if (!allows(url)) throw namedError('ReloadNeeded', 'this endpoint is new: the page must be reloaded before it may call it');
  return fetch(url, {
    method, headers, body: body ?? undefined, signal,
    redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store',
  });
}

/**
 * JSON: first {status, headers}, then {chunk} (base64) as bytes come, then {done: true}; or {error: {name, message}}
 * at any point. Names: AbortError, TypeError (no connection, CORS, permission), ReloadNeeded, NotFoundError.
 */
export async function next(id) {
  const request = requests.get(id);
  if (!request) return JSON.stringify({ error: { name: 'NotFoundError', message: `no such request: ${id}` } });
  try {
    const step = request.reader ? await chunk(request) : await head(request);
    if (step.done) requests.delete(id);
    return JSON.stringify(step);
  } catch (thrown) {
    requests.delete(id);
    const { name, message } = asError(thrown);
    return JSON.stringify({ error: { name, message } });
  }
}

async function head(request) {
  const response = await request.response;
  request.reader = response.body ? response.body.getReader() : { read: async () => ({ done: true }) };
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

async function chunk({ reader }) {
  const { done, value } = await reader.read();
  return done ? { done: true } : { chunk: base64(value) };
}

function base64(bytes) {
  if (bytes.toBase64) return bytes.toBase64();
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Nothing; the request is ended and its `next` says AbortError. */
export function abort(id) {
  requests.get(id)?.controller.abort();
}
