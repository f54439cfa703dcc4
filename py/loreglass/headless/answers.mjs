/**
 * Counts tokens and runs users' regexes for the command line: one JSON question a line on standard input, one answer
 * a line on standard output. It uses the page's own files. A regex runs in a worker, which is ended at its limit.
 *
 * {encoding, texts} -> {counts} | {problem};  {pattern, flags, texts, limit_ms} -> {spans, ms} | {fault, problem, ms}
 */

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Worker, isMainThread, parentPort } from 'node:worker_threads';

const STATIC = new URL('../../../static/', import.meta.url);
const encoders = new Map();
let core = null;
let regexWorker = null;

async function vendored(name, type) {
  const url = new URL(`vendor/tiktoken/${name}`, STATIC);
  return readFile(url, type).catch(() => { throw new Error(`${url.pathname} is missing; run "make setup"`); });
}

async function loadCore() {
  const bytes = await vendored('tiktoken_bg.wasm');
  const tiktoken = await import(new URL('vendor/tiktoken/tiktoken_bg.js', STATIC));
  const { instance } = await WebAssembly.instantiate(bytes, { './tiktoken_bg.js': tiktoken });
  tiktoken.__wbg_set_wasm(instance.exports);
  return tiktoken;
}

async function encoderOf(encoding) {
  if (!encoders.has(encoding)) {
    core ??= await loadCore();
    const ranks = JSON.parse(await vendored(`${encoding}.json`, 'utf8'));
    encoders.set(encoding, new core.Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str));
  }
  return encoders.get(encoding);
}

async function count({ encoding, texts }) {
  const { pieces } = await import(new URL('js/token-pieces.js', STATIC));
  const encoder = await encoderOf(encoding);
  const lengths = (text) => pieces(text).map((piece) => encoder.encode_ordinary(piece).length);
  return { counts: texts.map((text) => lengths(text).reduce((sum, length) => sum + length, 0)) };
}

/** A worker that listens: its start is not on the clock of a pattern. */
async function freshWorker() {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  worker.unref();
  return worker;
}

/** What the worker says within the limit, or null; then the worker is gone. */
async function tried(question) {
  regexWorker ??= await freshWorker();
  const worker = regexWorker;
  const answer = await new Promise((resolve) => {
    const timer = setTimeout(resolve, question.limit_ms, null);
    worker.once('message', (told) => { clearTimeout(timer); resolve(told); });
    worker.postMessage(question);
  });
  if (answer === null) {
    regexWorker = null;
    await worker.terminate();
  }
  return answer;
}

/** A pattern is slow when it runs over twice: a busy machine may hold it up once. */
async function match(question) {
  regexWorker ??= await freshWorker();
  const began = performance.now();
  const answer = await tried(question) ?? await tried(question) ?? { fault: 'slow', problem: '' };
  return { ...answer, ms: performance.now() - began };
}

async function listenForPatterns() {
  const { matchFirst } = await import(new URL('js/regex-core.js', STATIC));
  parentPort.on('message', ({ pattern, flags, texts }) => {
    try {
      parentPort.postMessage({ spans: matchFirst(pattern, flags, texts) });
    } catch (error) {
      parentPort.postMessage({ fault: 'invalid', problem: error.message });
    }
  });
  parentPort.postMessage('ready');
}

async function answerLines() {
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line);
    const answer = 'pattern' in question ? match(question) : count(question);
    const told = await answer.catch((error) => ({ problem: error.message }));
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
}

await (isMainThread ? answerLines() : listenForPatterns());
