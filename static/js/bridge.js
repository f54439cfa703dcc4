/**
 * `globalThis.loreglass`: all that Python sees of the browser. A crossing takes and gives JSON strings (bytes where
 * said); a rejection is always a real Error.
 */

import * as backup from './backup.js';
import { connectOrigins } from './connect.js';
import { crossing } from './crossing.js';
import { setListener } from './emit.js';
import { dropFile, readFile } from './files.js';
import * as folder from './folder.js';
import { highlight, reapplyHighlights } from './highlight.js';
import { abort, next, send } from './net.js';
import { dress, paint } from './paint.js';
import { finish, step } from './progress.js';
import { match } from './regex.js';
import * as store from './store.js';
import * as system from './system.js';
import { announce, claim, release } from './tabs.js';
import { count } from './tokens.js';
import { applyUpdate } from './update.js';
import * as writing from './writing.js';

function paintAndMark(region, json) {
  paint(region, json);
  reapplyHighlights();
}

function openStore(json) {
  step('store');
  return store.open(json);
}

/** Nothing; `globalThis.loreglass` is there. `onReady` runs once the app answers. */
export function buildBridge(onReady) {
  globalThis.loreglass = {
    paint: paintAndMark, dress, highlight, listen: setListener,
    readFile: crossing(readFile), dropFile,
    writing: {
      download: writing.download, put: crossing(writing.put), finish: crossing(writing.finish), giveUp: crossing(writing.giveUp),
    },
    folder: {
      offered: folder.offered, choose: crossing(folder.choose), chosen: crossing(folder.chosen), allow: crossing(folder.allow),
      forget: crossing(folder.forget), names: crossing(folder.names), remove: crossing(folder.remove), begin: crossing(folder.begin),
    },
    backup: {
      shape: crossing(backup.shape), takeDown: crossing(backup.takeDown), part: crossing(backup.part), letGo: backup.letGo,
      beginAside: crossing(backup.beginAside), clearAside: crossing(backup.clearAside), setAside: crossing(backup.setAside),
      setPictureAside: crossing(backup.setPictureAside), bringIn: crossing(backup.bringIn),
    },
    store: {
      open: crossing(openStore), read: crossing(store.read), write: crossing(store.write),
      putPicture: crossing(store.putPicture), pictureBytes: crossing(store.pictureBytes),
    },
    count: crossing(count), match: crossing(match),
    // Not `next` and `send`: Pyodide would take the object for a generator.
    net: { begin: send, part: crossing(next), abort },
    tabs: { claim: crossing(claim), release, announce },
    system: {
      ...system, persist: crossing(system.persist), estimate: crossing(system.estimate), copy: crossing(system.copy), asset: crossing(system.asset),
      connectOrigins, applyUpdate,
      ready: () => { finish(); onReady(); },
      fail: globalThis.loreglassBoot.fail,
    },
  };
}
