import { describe, expect, test } from '@jest/globals';
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
    disallowed: null,
    disallowed_total: null,
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

describe('links that robots.txt disallows', () => {
  const FILE =
    '# Shop\n\n> All things for the garden, and how to use them.\n\n- [Old](/old/a "A title")\n- [Old](/old/a#part)\n- [New](/new)\n- [Elsewhere](https://other.example/old/a)\n- [Home](https://shop.example/)\n';
  const judged = (lines: string[], status: number | null = 200) => {
    const robots = {
      url: 'https://shop.example/robots.txt',
      status,
      content: status === 200 ? lines.join('\n') : null,
    };
    const { disallowed, disallowed_total } = judgeLlmsTxt(200, FILE, { url: 'https://shop.example/llms.txt', robots });
    return [disallowed, disallowed_total];
  };

  test('are those of the origin that no agent of users may fetch, each once', () => {
    expect(judged(['User-agent: *', 'Disallow: /old/'])).toEqual([['https://shop.example/old/a'], 1]);
  });

  test('are none if one agent of users may fetch them', () => {
    const lines = ['User-agent: *', 'Disallow: /old/', 'User-agent: Claude-User', 'Allow: /'];
    expect(judged(lines)).toEqual([[], 0]);
  });

  test('are none without a robots.txt, and not known if it could not be read', () => {
    expect(judged([], 404)).toEqual([[], 0]);
    expect(judged([], null)).toEqual([null, null]);
    expect(judged([], 503)).toEqual([null, null]);
  });

  test('are not known of a file that does not exist', () => {
    const robots = { url: 'https://shop.example/robots.txt', status: 200, content: 'User-agent: *\nDisallow: /' };
    const site = { url: 'https://shop.example/llms.txt', robots };
    expect(judgeLlmsTxt(404, FILE, site)).toMatchObject({ disallowed: null, disallowed_total: null });
  });

  test('are listed up to ten', () => {
    const links = Array.from({ length: 30 }, (_, index) => `- [Page](/old/${index})`).join('\n');
    const robots = { url: 'https://shop.example/robots.txt', status: 200, content: 'User-agent: *\nDisallow: /old/' };
    const found = judgeLlmsTxt(200, `# Shop\n${links}`, { url: 'https://shop.example/llms.txt', robots });
    expect([found.disallowed!.length, found.disallowed_total]).toEqual([10, 30]);
  });
});
