/** Runs users' regexes where they can be ended. Says "ready", then "begun" and the answer of each {id, pattern, flags, texts}. */

import { matchFirst } from './regex-core.js';

addEventListener('message', ({ data: { id, pattern, flags, texts } }) => {
  postMessage({ id, begun: true });
  try {
    postMessage({ id, spans: matchFirst(pattern, flags, texts) });
  } catch (error) {
    postMessage({ id, problem: String(error?.message ?? error) });
  }
});

postMessage({ ready: true });
