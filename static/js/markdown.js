/** Markdown to markup that is still to be sanitised: see `toMarkup`. */

import { marked } from '../vendor/marked/marked.esm.js';

/** Tags that are drawn. */
export const DRAWN = [
  'a', 'b', 'blockquote', 'br', 'center', 'code', 'del', 'details', 'em', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'kbd', 'li',
  'mark', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead',
  'tr', 'u', 'ul', 'wbr', 'ruby', 'rt', 'rp', 'div',
];
// Tags that only say how their text looks: the text is drawn without them.
const UNDRESSED = [
  'abbr', 'address', 'article', 'aside', 'bdi', 'bdo', 'big', 'caption', 'cite', 'col', 'colgroup', 'dd', 'dfn', 'dl', 'dt', 'figcaption',
  'figure', 'font', 'footer', 'h1', 'h2', 'header', 'hgroup', 'main', 'nav', 'nobr', 'samp', 'section', 'strike', 'time', 'tt', 'var',
];
const TAGS = new Set([...DRAWN, ...UNDRESSED]);
// Markup that is removed with all it holds stays as text: the model reads it, so the reader sees it.
const SWALLOWING = new RegExp(
  '<(?!/?[a-z])|<(?=/?(?:annotation-xml|audio|desc|foreignobject|head|iframe|math|mglyph|m[inos]|mtext|noembed|noframes|noscript|object'
    + '|plaintext|script|style|svg|template|title|video|xmp)(?![\\w-]))',
  'gi',
);
const TAG = /<\/?([a-z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>?/gi;
const RUNS_OR_STYLES = /(\s|["'])(on\w+|style)(?=\s*=)/gi;
const BLOCK_BEGIN = /^ {0,3}<\/?([a-z][\w:-]*)/i;
const MARKUP_BLOCKS = /^(?:script|style|textarea)$/i;

marked.use({
  gfm: true,
  breaks: true,
  tokenizer: {
    // Chat users indent for looks, not for code.
    code: () => undefined,
    // A tag that is none is a text like any other: what follows it is markdown still.
    html(source) {
      const name = BLOCK_BEGIN.exec(source)?.[1];
      return name && !TAGS.has(name.toLowerCase()) && !MARKUP_BLOCKS.test(name) ? undefined : false;
    },
  },
  renderer: {
    // The message's own heading is an h2.
    heading({ tokens, depth }) {
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    html: ({ text }) => text.replace(SWALLOWING, '&lt;').replace(TAG, known),
    // The words between the tags of inline code.
    text: ({ escaped, text }) => (escaped ? text.replaceAll('<', '&lt;') : false),
  },
});

/** The text's markdown as HTML. Tags that stand for nothing (`<Nell>`, `<<SYS>>`) are the text that they are. */
export function toMarkup(text) {
  return marked.parse(text);
}

/**
 * The tag where it is one of ours, else its text. The policy bars handlers and styles even while they are parsed, and
 * reports it: renamed, they go in silence.
 */
function known(tag, name) {
  if (!TAGS.has(name.toLowerCase())) return tag.replaceAll('<', '&lt;');
  return tag.replace(RUNS_OR_STYLES, '$1data-$2');
}
