import { expect, test } from '@jest/globals';
import { judgeLlmsTxt } from '../../../functions/core/analysis/llms-txt.ts';

const GOOD = '# Shop\n\n> All things for the garden, and how to use them.\n\n- [Spades](https://shop.example/spades)\n';
const problemsOf = (content: string) => judgeLlmsTxt(200, content).problems;

test('judgeLlmsTxt returns title and number of links of a valid file', () => {
  expect(judgeLlmsTxt(200, GOOD)).toEqual({
    found: true,
    http_status: 200,
    title: 'Shop',
    links: 1,
    problems: [],
    valid: true,
  });
});

test('judgeLlmsTxt reports each fault', () => {
  expect(problemsOf(GOOD.replace('# ', ''))).toEqual(['missing_h1']);
  expect(problemsOf(GOOD.replace('(', ' ('))).toEqual(['missing_links']);
  expect(problemsOf('# A\n[b](c)')).toEqual(['too_short']);
  expect(problemsOf('')).toEqual(['missing_h1', 'missing_links', 'too_short']);
});

test.each([
  [204, { found: true, problems: [], valid: true }],
  [304, { found: true, problems: [], valid: true }],
  [404, { found: false, problems: [], valid: null }],
  [500, { found: false, problems: ['http_error'], valid: false }],
])('what is sent with the status %i', (status, expected) => {
  expect(judgeLlmsTxt(status, GOOD)).toMatchObject(expected);
});

test('an HTML page instead of the file is reported with faults', () => {
  const html = '<!doctype html><html><head><title>Shop</title></head><body><h1>Shop</h1></body></html>';
  expect(judgeLlmsTxt(200, html)).toMatchObject({ found: true, title: null, links: 0, valid: false });
});

test.each([
  ['  #   Two words  \r\n## Other', 'Two words'],
  ['## Second level\n# First', 'First'],
  ['#\n\nBelow', 'Below'],
  ['#no space', null],
  ['# \u2028', null],
  [`# ${'x'.repeat(600)}`, 'x'.repeat(500)],
])('the title of %j', (content, title) => {
  expect(judgeLlmsTxt(200, content).title).toBe(title);
});

test.each([
  ['[a](b) [c](d)\n- [e](f "title")', 3],
  ['![an image](b.png)', 0],
  ['[![an image](b.png)](c)', 1],
  ['[Rain (weather)](https://a.example/Rain_(weather))', 1],
  ['[a [b] c](d)', 1],
  ['[a] (b) [c]() [](d) [e](f', 0],
  ['[a\nb](c)', 0],
])('the links of %j', (content, links) => {
  expect(judgeLlmsTxt(200, content).links).toBe(links);
});

test.each(['\n', ' ', '\n#', '# ', '[', '](', '[](', '[a](', '[[a]', '[a](x(y)', '[x[a]()', '![', '\r\u2028 '])(
  'half a megabyte of %j is judged without delay',
  (piece) => {
    const content = piece.repeat(500_000 / piece.length);
    // A rule of quadratic time would take minutes, and so exceed the time of a test.
    for (const text of [content, `# ${content}`, `[${content}`, `[a](${content}`]) {
      expect(judgeLlmsTxt(200, text).found).toBe(true);
    }
  },
);
