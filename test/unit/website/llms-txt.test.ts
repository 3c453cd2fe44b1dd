import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import LighthouseAudit from 'lighthouse/core/audits/agentic/llms-txt.js';
import { llmsTxt as schema } from '../../../functions/shared/record/schema.ts';
import { judgeLlmsTxt } from '../../../functions/shared/website/llms-txt.ts';

const GOOD = '# Shop\n\n> All things for the garden, and how to use them.\n\n- [Spades](https://shop.example/spades)\n';
const problemsOf = (content: string) => judgeLlmsTxt(200, content).problems;

/** The verdict of Lighthouse's own audit, in the words of the record. */
function askLighthouse(status: number, content: string) {
  const product = LighthouseAudit.audit({ LlmsTxt: { status, content } }) as {
    score: number;
    notApplicable?: boolean;
    details?: { items: { message: { formattedDefault: string } }[] };
  };
  const messages = product.details?.items.map(({ message }) => message.formattedDefault) ?? [];
  const words: [RegExp, string][] = [
    [/H1 header/, 'missing_h1'],
    [/contain any links/, 'missing_links'],
    [/suspiciously short/, 'too_short'],
  ];
  return {
    valid: product.notApplicable ? null : product.score === 1,
    problems: status >= 500 ? ['http_error'] : messages.map((text) => words.find(([word]) => word.test(text))?.[1]),
  };
}

describe('agrees with the audit of Lighthouse', () => {
  const expectAgreement = (status: number, content: string) => {
    const { valid, problems } = schema.parse(judgeLlmsTxt(status, content));
    expect({ status, content, valid, problems }).toEqual({ status, content, ...askLighthouse(status, content) });
  };

  test.each([200, 204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 451, 499, 500, 503, 599])(
    'on the status %i',
    (status) => expectAgreement(status, GOOD),
  );

  test('on files of the characters that its rules are about', () => {
    const pieces = [
      '#',
      ' ',
      '\t',
      '\n',
      '\r',
      '\u2028',
      '\u00a0',
      '\ufeff',
      'a',
      '[',
      ']',
      '(',
      ')',
      '](',
      '# a',
      '[a](b)',
    ];
    const files = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(files, (content) => expectAgreement(200, content)),
      { numRuns: 3_000 },
    );
  });

  test('on any text, of any length around the shortest', () => {
    const files = fc.string({ unit: 'binary', maxLength: 120 });
    fc.assert(
      fc.property(files, (content) => expectAgreement(200, content)),
      { numRuns: 1_000 },
    );
  });
});

test('a good file has its title and its number of links', () => {
  expect(judgeLlmsTxt(200, GOOD)).toEqual({
    found: true,
    http_status: 200,
    title: 'Shop',
    links: 1,
    problems: [],
    valid: true,
  });
});

test('each fault is named', () => {
  expect(problemsOf(GOOD.replace('# ', ''))).toEqual(['missing_h1']);
  expect(problemsOf(GOOD.replace('(', ' ('))).toEqual(['missing_links']);
  expect(problemsOf('# A\n[b](c)')).toEqual(['too_short']);
  expect(problemsOf('')).toEqual(['missing_h1', 'missing_links', 'too_short']);
});

test('an HTML page in the place of the file is one with faults', () => {
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
