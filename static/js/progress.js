/** The boot's steps, as the user sees them. The watchdog draws them. */

const STEPS = {
  download: { n: 1, title: 'Getting the engine', note: 'You can read meanwhile; sending waits for step 5.', part: 0 },
  python: { n: 2, title: 'Starting Python', note: 'The part that reads books and builds prompts.', part: 0.6 },
  app: { n: 3, title: 'Unpacking Loreglass', note: 'The part that you see.', part: 0.8 },
  store: { n: 4, title: 'Opening your shelf', note: 'Chats and books, kept in this browser.', part: 0.9 },
  ready: { n: 5, title: 'Ready', note: '', part: 1 },
};

let current = 0;

/** Nothing; the boot has come to the step. It never goes back. */
export function step(name) {
  const { n, title, note, part } = STEPS[name];
  if (n < current) return;
  current = n;
  globalThis.loreglassBoot.step({ title: `${title}, step ${n} of 5`, note, part });
}

/** Nothing; so much of the download is there. */
export function downloaded(bytes, total) {
  if (current > STEPS.download.n) return;
  const { n, title, note } = STEPS.download;
  const amount = `${megabytes(bytes)} of ${megabytes(total)} MB`;
  globalThis.loreglassBoot.step({ title: `${title}, step ${n} of 5`, amount, note, part: STEPS.python.part * Math.min(1, bytes / total) });
}

/** Nothing; the app answers. */
export function finish() {
  step('ready');
  globalThis.loreglassBoot.finish();
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
