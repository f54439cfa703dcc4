/**
 * The tokeniser, in a worker: building it takes half a second. It answers {id, encoding, texts} with {id, counts}
 * or {id, problem}, and loads nothing but the two vendored parts of an encoding, on its first use.
 */

import * as tiktoken from '../vendor/tiktoken/tiktoken_bg.js';
import { pieces } from './token-pieces.js';

const ENCODINGS = new Set(['o200k_base', 'cl100k_base']);
const encoders = new Map();
let core = null;

async function fetched(name) {
  const response = await fetch(new URL(`../vendor/tiktoken/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

async function loadCore() {
  const bytes = await (await fetched('tiktoken_bg.wasm')).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(bytes, { './tiktoken_bg.js': tiktoken });
  tiktoken.__wbg_set_wasm(instance.exports);
}

async function loadEncoder(encoding) {
  if (!ENCODINGS.has(encoding)) throw new Error(`no such encoding: ${encoding}`);
  core ??= loadCore();
  const [response] = await Promise.all([fetched(`${encoding}.json`), core]);
  const ranks = await response.json();
  return new tiktoken.Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str);
}

/** The encoder; one that could not be loaded is tried again next time. */
function encoderOf(encoding) {
  if (!encoders.has(encoding)) {
    const loading = loadEncoder(encoding);
    loading.catch(() => { encoders.delete(encoding); core = null; });
    encoders.set(encoding, loading);
  }
  return encoders.get(encoding);
}

function count(encoder, text) {
  return pieces(text).reduce((sum, piece) => sum + encoder.encode_ordinary(piece).length, 0);
}

addEventListener('message', async ({ data: { id, encoding, texts } }) => {
  try {
    const encoder = await encoderOf(encoding);
    postMessage({ id, counts: texts.map((text) => count(encoder, text)) });
  } catch (error) {
    postMessage({ id, problem: String(error?.message ?? error) });
  }
});
