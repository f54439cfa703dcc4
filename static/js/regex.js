/**
 * Users' regexes, one at a time in a worker that is ended at its limit. A pattern that ran over is not tried again:
 * an edited one is another pattern. The clock starts when the worker has begun, so a slow start is not the pattern's fault.
 */

const LIMIT_MS = 100;
// An answer that came in time may wait behind other work of the page.
const GRACE_MS = 25;

const slow = new Set();
let worker = null;
let line = Promise.resolve();
let last = 0;

/** JSON {spans: [[start, end] | null, ...]}, one a text, in code points; or {fault: "invalid" | "slow", problem}. */
export function match(json) {
  const job = JSON.parse(json);
  const answer = line.then(() => run(job)).then(JSON.stringify);
  line = answer.catch(() => {});
  return answer;
}

async function run({ pattern, flags, texts }) {
  const key = JSON.stringify([pattern, flags]);
  if (slow.has(key)) return tooSlow();
  worker ??= start();
  const { port, ready } = worker;
  await ready.catch((error) => { worker = null; throw error; });
  const answer = await ask(port, { pattern, flags, texts });
  if (answer) return answer;
  port.terminate();
  // The next one starts warming up now.
  worker = start();
  slow.add(key);
  return tooSlow();
}

function tooSlow() {
  return { fault: 'slow', problem: `took longer than ${LIMIT_MS} ms` };
}

/** A worker, and the promise that it listens. */
function start() {
  const port = new Worker(new URL('./regex-worker.js', import.meta.url), { type: 'module', name: 'regex' });
  const ready = new Promise((resolve, reject) => {
    port.addEventListener('message', ({ data }) => { if (data.ready) resolve(); });
    port.addEventListener('error', (event) => reject(new Error(event.message || 'the regex worker could not be loaded')));
  });
  ready.catch(() => {});
  return { port, ready };
}

/** The worker's answer, or null when it did not come in time. */
function ask(port, job) {
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    let timer = null;
    const finish = (answer) => {
      clearTimeout(timer);
      port.removeEventListener('message', onMessage);
      resolve(answer);
    };
    const onMessage = ({ data }) => {
      if (data.id !== id) return;
      if (data.begun) timer = setTimeout(() => { timer = setTimeout(finish, GRACE_MS, null); }, LIMIT_MS);
      else finish(data.spans ? { spans: data.spans } : { fault: 'invalid', problem: data.problem });
    };
    port.addEventListener('message', onMessage);
    port.postMessage({ id, ...job });
  });
}
