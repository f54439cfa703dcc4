/** The page's one module script: the bridge, then PyScript, then the service worker. */

import { buildBridge } from './bridge.js';
import { narrowConnect } from './connect.js';
import { startListening } from './listen.js';
import { step } from './progress.js';
import { settings } from './store.js';
import { startUpdates } from './update.js';

const DATABASE = 'loreglass';

async function boot() {
  step('download');
  startListening();
  buildBridge(onReady);
  await narrowToEndpoints();
  await startPyScript();
}

/** From here on the page can call its own origin and those of the saved endpoints, and nothing else. */
async function narrowToEndpoints() {
  // A store that cannot be opened is told of by the app, which opens it next.
  const saved = await settings(DATABASE, 'endpoint').catch(() => []);
  narrowConnect(saved.map(({ url }) => url));
}

/**
 * Nothing; main.py runs. PyScript's core reads the configs that stand in the page when it loads, so the element
 * comes first. The core would then make its worker hook with Function(), which the policy bars; we have no workers of it.
 */
async function startPyScript() {
  const script = document.createElement('script');
  script.type = 'py';
  script.setAttribute('config', './pyscript.toml');
  script.textContent = 'import main';
  document.body.append(script);
  const { hooks } = await import('../vendor/pyscript/core.js');
  hooks.worker.onBeforeRunAsync.clear();
  hooks.main.onReady.add(({ io }) => {
    const { stderr } = io;
    io.stderr = (error, ...rest) => {
      if (error instanceof Error) globalThis.loreglassBoot.fail(lastLine(error.message));
      stderr(error, ...rest);
    };
  });
}

/** What a traceback ends with: the error itself. */
function lastLine(traceback) {
  return traceback.trim().split('\n').at(-1);
}

function onReady() {
  globalThis.loreglassSnapshot?.();
  startUpdates().catch((error) => console.warn('no offline copy:', error.message));
}

if (!globalThis.loreglassBoot.framed) boot().catch((error) => globalThis.loreglassBoot.fail(error.message));
