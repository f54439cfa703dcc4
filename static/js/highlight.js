/** Matched words painted in messages without touching their DOM (CSS Custom Highlight API). */

let wanted = [];
let scheduled = false;

/**
 * Nothing; paints [{message, text, nth, name}]: the nth (from 0) occurrence of the raw text in the message's prose,
 * white space aside, under that highlight name ("hit" when unset). What was painted before goes.
 */
export function highlight(json) {
  wanted = JSON.parse(json);
  apply();
}

/** Nothing; the same is painted again after the page has changed, once a frame. */
export function reapplyHighlights() {
  if (!wanted.length || scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    apply();
  });
}

function apply() {
  const groups = new Map();
  const letters = new Map();
  for (const { message, text, nth, name = 'hit' } of wanted) {
    if (!letters.has(message)) letters.set(message, lettersOf(message));
    const range = rangeOf(letters.get(message), text, nth);
    if (!range) continue;
    if (!groups.has(name)) groups.set(name, new Highlight());
    groups.get(name).add(range);
  }
  CSS.highlights.clear();
  for (const [name, group] of groups) CSS.highlights.set(name, group);
}

/** The prose's characters without white space, as one string, and where each of them is; null when it is not shown. */
function lettersOf(message) {
  const prose = document.getElementById(`m-${message}`)?.querySelector('.prose');
  if (!prose) return null;
  const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT);
  const places = [];
  let text = '';
  while (walker.nextNode()) {
    const { data } = walker.currentNode;
    for (let offset = 0; offset < data.length; offset += 1) {
      if (/\s/.test(data[offset])) continue;
      text += data[offset];
      places.push([walker.currentNode, offset]);
    }
  }
  return { text, places };
}

function rangeOf(letters, raw, nth) {
  const needle = raw.replace(/\s+/g, '');
  if (!letters || !needle) return null;
  let at = letters.text.indexOf(needle);
  for (let n = 0; n < nth && at >= 0; n += 1) at = letters.text.indexOf(needle, at + needle.length);
  if (at < 0) return null;
  const [startContainer, startOffset] = letters.places[at];
  const [endContainer, last] = letters.places[at + needle.length - 1];
  // Live ranges would have to be looked at whenever a message is taken away: with hundreds that takes long.
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset: last + 1 });
}
