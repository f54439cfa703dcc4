/**
 * Long texts in pieces, because the tokeniser's time grows with the square of a run that it cannot cut.
 * The pieces' counts add up to an upper estimate of the text's.
 */

export const LONGEST_PIECE = 8000;

/** The text in pieces of at most LONGEST_PIECE UTF-16 units, cut before white space where there is some. */
export function pieces(text) {
  const found = [];
  let start = 0;
  while (text.length - start > LONGEST_PIECE) {
    const end = cut(text, start, start + LONGEST_PIECE);
    found.push(text.slice(start, end));
    start = end;
  }
  found.push(text.slice(start));
  return found;
}

/** Where the piece that begins at `start` ends, `limit` at the latest. */
function cut(text, start, limit) {
  for (let at = limit; at > start; at -= 1) {
    if (/\s/.test(text[at]) && !/\s/.test(text[at - 1])) return at;
  }
  const code = text.charCodeAt(limit);
  const splitsPair = code >= 0xdc00 && code <= 0xdfff;
  return splitsPair ? limit - 1 : limit;
}
