// Finds the first match of one user's regex in each text. Pure: no page, no worker, no clock.

/** Turns UTF-16 offsets, asked in ascending order, into code points. */
function codePointCounter(text) {
  let units = 0;
  let points = 0;
  return (offset) => {
    while (units < offset) {
      units += text.codePointAt(units) > 0xffff ? 2 : 1;
      points += 1;
    }
    return points;
  };
}

/**
 * Gives for each text the first match as [start, end) in code points, or null.
 * Every text is searched from its beginning, whatever g or y remember. Throws SyntaxError if the pattern is invalid.
 */
export function matchFirst(pattern, flags, texts) {
  const regex = new RegExp(pattern, flags);
  return texts.map((text) => {
    regex.lastIndex = 0;
    const match = regex.exec(text);
    if (match === null) return null;
    const toPoints = codePointCounter(text);
    const start = toPoints(match.index);
    return [start, toPoints(match.index + match[0].length)];
  });
}
