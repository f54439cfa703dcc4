import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMarkup } from '../../static/js/markdown.js';

/** The markup's text as a reader would see it: without tags, and with the signs that stand for `<` and `>`. */
const read = (text) => toMarkup(text).replace(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').trim();

const SIGNS = [
  '<Nell>', '<char> and <user>', '<<SYS>>', '<</SYS>>', '<START>', '<Nell/>', '<the-bell>', '</Nell>', '<Nell mood="glad">', '<o:p>',
  '<input>', '<form action=x>', '<script>', '<svg>', '</3', '<3', '<!-- aside -->',
];

for (const sign of SIGNS) {
  test(`${sign} is read as it is written, in a line, as a block of its own, and in a block of markup`, () => {
    assert.equal(read(`a ${sign} b`), `a ${sign} b`);
    assert.equal(read(`${sign}\nb`).replace('\n', ''), `${sign}b`);
    assert.equal(read(`<div>\na ${sign} b\n</div>`), `a ${sign} b`);
    assert.equal(read(`<code>a ${sign} b</code>`), `a ${sign} b`);
  });
}

test('what follows a tag that is none is markdown still', () => {
  assert.match(toMarkup('<Nell>\nshe *runs*\n</Nell>'), /she <em>runs<\/em>/);
  assert.match(toMarkup('- <Nell> *runs*'), /<li>&lt;Nell(?:>|&gt;) <em>runs<\/em>/);
});

test('in code a tag is read as it is written', () => {
  assert.equal(read('`<Nell>`'), '<Nell>');
  assert.equal(read('```\n<Nell>\n<b>\n```'), '<Nell>\n<b>');
});

test('known markup and addresses are drawn as ever', () => {
  assert.match(toMarkup('a <b>bold</b> word'), /<b>bold<\/b>/);
  assert.match(toMarkup('a <font color=red>red</font> word'), /<font color=red>red<\/font>/);
  assert.match(toMarkup('<center>\nmiddle\n</center>'), /<center>/);
  assert.match(toMarkup('<https://lamp.example>'), /<a href="https:\/\/lamp\.example">/);
});

test('an address keeps every sign of its own', () => {
  const link = '<a href="https://x.example/?style=1&once=2">x</a>';
  assert.ok(toMarkup(`see ${link} there`).includes(link));
});

test('a handler keeps no name under which it would run', () => {
  assert.doesNotMatch(toMarkup('<a title="a > b" onclick=strike()>x</a>'), /\sonclick/);
  assert.doesNotMatch(toMarkup('<img src=x onerror=strike()>'), /\sonerror/);
  assert.doesNotMatch(toMarkup('<div>\n<b style="x" onclick=strike()>b</b>\n</div>'), /\s(?:style|onclick)/);
  assert.doesNotMatch(toMarkup('<div><Nell <img src=x onerror=strike()></div>'), /<img/);
});
