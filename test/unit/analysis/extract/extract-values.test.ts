import { describe, expect, test } from '@jest/globals';
import { siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import { extractValues } from '../../../../functions/core/analysis/extract/extract-values.ts';
import { selectorProblem } from '../../../../functions/core/analysis/extract/selector-problem.ts';
import { MAX_STEPS, WorkLimit } from '../../../../functions/core/analysis/extract/work-limit.ts';

const PAGE = `<!doctype html><html lang=en><head><title>Lamp</title>
<meta property="og:price" content=" 9.90 "><meta property="og:empty" content="">
<script type="application/ld+json">{"@type":"Product"}</script></head>
<body class=Shop><h1 id=name>The   <b>desk</b>&nbsp;lamp
 &amp; more</h1><p>One<p class="price old">12<p class=price>9.90<table><tr><td>A<td>B</table>
<ul><li>1<li>2<li data-SKU=x3>3</ul><template><i>hidden</i></template><noscript><i>none</i></noscript>
<svg><linearGradient id=g></linearGradient></svg><img src=a.png alt></body></html>`;

const valueOf = (css: string, get: string, html = PAGE) => {
  const { values, failure } = extractValues(html, [{ name: 'value', css, get }]);
  expect(failure).toBeNull();
  return values.value;
};

describe('an extracted value', () => {
  test.each([
    ['#name', 'text', 'The desk\u00a0lamp & more'],
    ['p', 'text', 'One'],
    ['.price:not(.old)', 'text', '9.90'],
    ['script[type$="json"]', 'text', '{"@type":"Product"}'],
    ['.absent', 'text', null],
    ['img', 'text', ''],
    ['p', 'count', 3],
    ['.absent', 'count', 0],
    ['li:nth-child(2) ~ li', 'count', 1],
    ['ul:has(> [data-sku])', 'count', 1],
    ['table > tbody > tr > td', 'count', 2],
    ['template i, noscript i', 'count', 0],
    ['linearGradient', 'count', 1],
    ['.shop', 'count', 0],
    ['[property="og:price"]', 'attribute:content', ' 9.90 '],
    ['[property="og:empty"]', 'attribute:content', ''],
    ['img', 'attribute:alt', ''],
    ['img', 'attribute:title', null],
    ['li[data-sku]', 'attribute:data-SKU', 'x3'],
    [':root', 'attribute:lang', 'en'],
  ])('of %s as %s is %j', (css, get, expected) => {
    expect(valueOf(css, get)).toBe(expected);
  });

  test('has at most 300 characters', () => {
    const html = `<p title="${'t'.repeat(400)}">${'é𝒳'.repeat(400)}`;
    expect([...(valueOf('p', 'text', html) as string)]).toHaveLength(300);
    expect(valueOf('p', 'attribute:title', html)).toBe('t'.repeat(300));
  });

  test('follows quirks mode, in which classes and ids have no case', () => {
    expect(valueOf('.shop', 'count', PAGE.replace('<!doctype html>', ''))).toBe(1);
  });

  test('is the same wherever the page is divided into parts', () => {
    // Entities, tags and CRLF at the ends of parts of 65,536 characters.
    const html = Array.from({ length: 12 }, (_, shift) => `<p>${'x'.repeat(65_527 + shift)}&amp;\r\n<i>𝒳</i>`);
    for (const text of html) {
      const { values } = extractValues(text, [
        { name: 'count', css: 'p > i', get: 'count' },
        { name: 'text', css: 'i', get: 'text' },
      ]);
      expect(values).toEqual({ count: 1, text: '𝒳' });
    }
  });
});

describe('a selector', () => {
  test.each([
    ['main > .price:not(.old, [hidden])', null],
    [':is(a, b) + c, li:nth-child(2n + 1)', null],
    ['', 1],
    [' ', 1],
    ['p[', 2],
    ['p[href="x', 2],
    ['p >', 3],
    ['p:not(a >)', 2],
    ['li:nth-child(x)', 3],
    ['> p', 1],
    ['p:unknown', 2],
    ['p::before', 2],
    ['p:not(', 2],
    ['a, , b', 2],
    ['p)', 2],
    ['svg|a', 4],
    ['𝒳$', 3],
  ])('%j is not valid from character %j on', (css, position) => {
    expect(selectorProblem(css)).toBe(position);
  });
});

describe('the work on a page', () => {
  const flat = (count: number) => '<i></i>'.repeat(count);
  const deep = (count: number) => '<div>'.repeat(count);
  const rules = (css: string, get = 'count') => [{ name: 'value', css, get }];
  const UNKNOWN = { values: { value: null }, failure: 'work_limit' };

  test.each([
    ['has very many elements', flat(200_000), 'i'],
    ['is nested very deeply', deep(2_000), 'div'],
    ['reopens elements in each paragraph', '<b id=1><b id=2><b id=3><b id=4>'.repeat(200) + '<p>'.repeat(9_000), 'b'],
    ['moves text before a table', `<table>${'x<b>y</b>'.repeat(90_000)}`, 'b'],
  ])('of one that %s is limited, and its values are unknown', (_, html, css) => {
    const work = new WorkLimit();
    expect(extractValues(html, rules(css), work)).toEqual(UNKNOWN);
    expect(work.steps).toBeLessThan(1.1 * MAX_STEPS);
  });

  // The clock stands still, so that only steps are limited.
  const counted = () => new WorkLimit({ clock: () => 0 });

  test.each([
    ['i:nth-last-child(7) ~ i', flat(20_000)],
    ['i ~ i ~ i:not(i ~ i ~ b)', flat(20_000)],
    ['i:has(~ i:has(~ i:has(~ b)))', flat(20_000)],
    ['div:not(div div div div i div) div div div:not(i div div div)', deep(400) + '<div></div>'.repeat(20_000)],
    [':icontains("no such text")', `<div>${'text '.repeat(2_000)}`.repeat(450)],
    ['[a~="b" i]:not([a~="y" i] ~ [a~="b" i])', `<i a="${'b '.repeat(20_000)}"></i>`.repeat(100)],
  ])('with the selector %s is limited, and all values of the page are unknown', (css, html) => {
    const work = counted();
    const both = [...rules('html'), { name: 'hostile', css, get: 'count' }];
    expect(extractValues(html, both, work)).toEqual({ values: { value: null, hostile: null }, failure: 'work_limit' });
    expect(work.steps).toBeLessThan(1.1 * MAX_STEPS);
  });

  test('with a selector of many parts is in proportion to the page, where each part is found at once', () => {
    const stepsOf = (count: number) => {
      const work = counted();
      extractValues(deep(300) + '<u></u>'.repeat(count), rules('div '.repeat(60) + 'u'), work);
      return work.steps;
    };
    expect(stepsOf(8_000) / stepsOf(1_000)).toBeLessThan(9);
  });

  test('is the same each time, and grows in proportion to the page', () => {
    const stepsOf = (count: number) => {
      const work = new WorkLimit();
      extractValues(flat(count), rules('body > i', 'count'), work);
      return work.steps;
    };
    expect(stepsOf(1_000)).toBe(stepsOf(1_000));
    expect(stepsOf(20_000) / stepsOf(2_000)).toBeLessThan(11);
  });

  test('of one tag of any length ends when the time is over', () => {
    let now = 0;
    const attributes = Array.from({ length: 100_000 }, (_, number) => `a${number}`).join(' ');
    const work = new WorkLimit({ maxMs: 3, clock: () => now++ });
    expect(extractValues(`<p ${attributes}>`, rules('p'), work)).toEqual({ ...UNKNOWN, failure: 'time_limit' });
    // Before the tag ended: no element was created.
    expect(work.steps).toBeLessThan(100_000);
  });
});

test('a crawled page has values only on request, and none without an HTML page', async () => {
  const served = (html: string, status = 200) => ({
    ...{ requestedUrl: 'https://a.test/', url: 'https://a.test/', status, redirects: [], truncated: false },
    ...{ headers: [['content-type', 'text/html; charset=windows-1252']] as [string, string][], ttfbMs: 1, totalMs: 1 },
    body: [Buffer.from(html, 'latin1')],
  });
  const robots = { status: 404, content: null } as never;
  const extract = [{ name: 'title', css: 'title', get: 'text' }];
  const read = (html: string, options = {}, status = 200) =>
    siteTasks.readCrawled(served(html, status), robots, 0, ['a.test'], options);
  expect(await read('<title>Café</title>', { extract })).toMatchObject({
    extracted: { values: { title: 'Café' }, failure: null },
  });
  expect(await read('<title>Café</title>')).not.toHaveProperty('extracted');
  expect(await read('<title>Café</title>', { extract }, 404)).not.toHaveProperty('extracted');
});
