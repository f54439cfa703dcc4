/**
 * Plain script that runs before any module, so that something can speak when a module fails. It refuses to run in
 * another page, sets the theme before the first paint, and shows progress or what failed, and what to do.
 */
(() => {
  const QUIET_MS = 60_000;
  const PART_FIRST_MS = 300;
  const root = document.documentElement;
  const scope = new URL('../../', document.currentScript.src).pathname;
  let settled = false;
  let timer = null;

  const at = (id) => document.getElementById(id);
  const put = (id, text) => { if (at(id)) at(id).textContent = text; };

  /** Nothing; the boot has got on: texts and a bar from 0 to 1. */
  function step({ title, amount = '', note = '', part }) {
    if (settled) return;
    put('boot-title', title);
    put('boot-amount', amount);
    put('boot-note', note);
    if (at('boot-bar')) at('boot-bar').value = Math.round(part * 100);
    clearTimeout(timer);
    timer = setTimeout(() => put('boot-note', 'This takes longer than usual. If nothing moves, reload the page.'), QUIET_MS);
  }

  /** Nothing; the boot is over. What failed on the way did not matter in the end. */
  function finish() {
    settled = true;
    clearTimeout(timer);
    root.dataset.ready = 'true';
    delete root.dataset.failed;
    for (const id of ['boot', 'failure']) if (at(id)) at(id).hidden = true;
  }

  function button(text, action) {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    made.addEventListener('click', action);
    return made;
  }

  /** Nothing; the page's files and its worker are dropped, chats and books stay, and the page loads anew. */
  async function startAfresh() {
    const mine = ((await globalThis.caches?.keys()) ?? []).filter((name) => name.startsWith(`${scope}files-`) || name.startsWith(`${scope}snapshot`));
    await Promise.all(mine.map((name) => caches.delete(name)));
    await (await navigator.serviceWorker?.getRegistration(scope))?.unregister();
    location.reload();
  }

  function advice() {
    if (!navigator.onLine) return 'You are offline. Connect once; after that the page works offline too.';
    if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly, or it is switched off. Use a current Chromium, Firefox or Safari.';
    return 'Reload the page. If that does not help, load all its files again: your chats and books stay.';
  }

  /** Nothing; the page says what failed and what to do. Only the first failure of a boot is shown. */
  function fail(what) {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    root.dataset.failed = 'true';
    const box = at('failure') ?? Object.assign(document.createElement('div'), { id: 'failure', role: 'alert' });
    const title = document.createElement('b');
    title.textContent = 'Loreglass could not start.';
    const say = document.createElement('p');
    say.textContent = advice();
    const detail = document.createElement('code');
    detail.textContent = String(what).slice(0, 600);
    const actions = document.createElement('p');
    actions.append(button('Reload', () => location.reload()), ' ', button('Load all files again', startAfresh));
    box.replaceChildren(title, say, detail, actions);
    box.hidden = false;
    if (!box.isConnected) at('main')?.prepend(box);
    if (at('boot')) at('boot').hidden = true;
  }

  function onError(event) {
    const { localName, src, href, rel } = event.target ?? {};
    // A moment later, so that a missing part of a script is named before the script.
    if (localName === 'script' || rel === 'stylesheet') return setTimeout(fail, PART_FIRST_MS, `A file could not be loaded: ${new URL(src || href).pathname}`);
    // Chromium reports this harmless one as an error.
    if (event.message && !event.message.startsWith('ResizeObserver')) fail(event.message);
  }

  /** Nothing; a file of ours that the server does not have ends the boot. The browser itself names only who wanted it. */
  function watchFiles() {
    const missing = ({ responseStatus, initiatorType, name }) => responseStatus >= 400
      && ['script', 'fetch', 'other'].includes(initiatorType) && new URL(name).pathname.startsWith(scope);
    const observer = new PerformanceObserver((list) => {
      const file = list.getEntries().find(missing);
      if (file) fail(`A file could not be loaded: ${new URL(file.name).pathname}`);
    });
    observer.observe({ type: 'resource', buffered: true });
  }

  function refuseFrame() {
    root.dataset.failed = 'true';
    document.addEventListener('DOMContentLoaded', () => {
      const say = document.createElement('p');
      say.textContent = 'Loreglass does not run inside another page. Open it in a tab of its own.';
      document.body.replaceChildren(say);
    });
  }

  globalThis.loreglassBoot = { step, finish, fail, framed: window.top !== window.self };
  if (globalThis.loreglassBoot.framed) return refuseFrame();
  try {
    const theme = localStorage.getItem(`${scope}theme`);
    if (theme) root.dataset.theme = theme;
  } catch {
    // Storage is barred: the system's theme.
  }
  watchFiles();
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', (event) => fail(event.reason?.message ?? event.reason));
  document.addEventListener('DOMContentLoaded', () => step({ title: 'Getting ready', note: 'You can read meanwhile.', part: 0 }));
})();
