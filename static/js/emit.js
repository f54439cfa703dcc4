/** Events on their way to Python, one JSON string each. Early ones wait until Python listens. */

const EARLY_LIMIT = 50;
const early = [];
let listener = null;

/** Nothing; the event reaches the listener now, or once there is one. An error of the listener reaches the console. */
export function emit(event) {
  const text = JSON.stringify(event);
  if (!listener) {
    if (early.length < EARLY_LIMIT) early.push(text);
    return;
  }
  try {
    listener(text);
  } catch (error) {
    globalThis.reportError(error);
  }
}

/** Nothing; `callback(json)` gets every event from now on, and those that waited. */
export function setListener(callback) {
  listener = callback;
  for (const text of early.splice(0)) emit(JSON.parse(text));
}
