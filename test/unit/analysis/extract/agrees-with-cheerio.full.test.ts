import { expect, test } from '@jest/globals';
import { extractValues } from '../../../../functions/core/analysis/extract/extract-values.ts';
import { decode, sniffCharset } from '../../../../functions/core/analysis/html/decode.ts';
import type { ExtractedValues, ExtractRule } from '../../../../functions/core/record/extracted.ts';
import { importPackage } from '../../../corpora/packages.ts';
import { readRealPages } from '../../../support/real-pages.ts';

interface Selection {
  length: number;
  first(): Selection;
  text(): string;
  attr(name: string): string | undefined;
}

type Query = ((selector: string) => Selection) & { root(): { 0: { 'x-mode': string } } };

const { load } = await importPackage<{ load: (html: string, options?: object) => Query }>('cheerio');

/** What users read from their pages: prices, metadata, structured data, breadcrumbs, counts of elements. */
const SELECTORS = [
  ...['title', 'h1', 'h2', 'meta[name="description" i]', 'meta[property^="og:"]', 'link[rel~="canonical"]', 'time'],
  ...['a[href^="http"]', 'a[rel~="nofollow"]', 'img:not([alt])', 'img[alt=""]', 'script[type="application/ld+json"]'],
  ...['body > div', 'table > tbody > tr > td:first-child', 'ul > li:nth-child(2)', 'ol li, ul li ul li', 'form input'],
  ...['[class*="price" i]', '[class~="breadcrumb"], nav', '[itemprop]', '#content, #main, main', 'div div div p + p'],
  ...[
    'p:has(a):not(:has(img))',
    'li:last-child > a:only-child',
    ':root',
    'p:empty',
    'h2 ~ p',
    '[id]:nth-of-type(2n + 1)',
  ],
  ...['a:contains("Home")', 'option[selected]', 'noscript', 'iframe', 'style', 'body', 'nav a'],
];
const GETS = ['text', 'count', 'attribute:href', 'attribute:content', 'attribute:class'];

/** Pages of the corpora that are read, at regular intervals. */
const PAGES = 40;
/** Number of values that a crawl extracts at most. */
const VALUES = 10;

const rules = SELECTORS.flatMap((css, number) => GETS.map((get) => ({ name: `${number} ${get}`, css, get })));

function readWithCheerio(html: string, isQuirks: boolean): ExtractedValues {
  const $ = load(html, { quirksMode: isQuirks });
  const found = new Map(SELECTORS.map((css) => [css, $(css)]));
  const valueOf = ({ css, get }: ExtractRule) => {
    const all = found.get(css)!;
    if (get === 'count') return all.length;
    if (all.length === 0) return null;
    const text =
      get === 'text'
        ? all
            .first()
            .text()
            .split(/[\t\n\f\r ]+/)
            .filter((word, index, words) => word !== '' || (index > 0 && index < words.length - 1))
            .join(' ')
        : all.first().attr(get.slice('attribute:'.length));
    return text === undefined ? null : [...text].slice(0, 300).join('');
  };
  return Object.fromEntries(rules.map((rule) => [rule.name, valueOf(rule)]));
}

test('values of third-party pages are those of cheerio, which uses parse5 as well', () => {
  const all = readRealPages();
  const pages = all.filter((_, index) => index % Math.floor(all.length / PAGES) === 0);
  const outcomes = pages.map(({ file, body }) => {
    const html = decode([body], sniffCharset([body], null).name);
    const isQuirks = load(html).root()[0]['x-mode'] === 'quirks';
    const theirs = readWithCheerio(html, isQuirks);
    const parts = Array.from({ length: rules.length / VALUES }, (_, part) => {
      const { values, failure } = extractValues(html, rules.slice(part * VALUES, (part + 1) * VALUES));
      return { failure, differing: failure === null ? differing(values, theirs) : [] };
    });
    return {
      file,
      failures: parts.flatMap(({ failure }) => failure ?? []),
      differing: parts.flatMap((part) => part.differing),
    };
  });
  expect(outcomes.filter(({ failures }) => failures.length > 0)).toEqual([]);
  expect(outcomes.flatMap(({ file, differing: found }) => found.map((each) => ({ file, ...each })))).toEqual([]);
  expect(pages.length).toBeGreaterThanOrEqual(30);
}, 120_000);

function differing(ours: ExtractedValues, theirs: ExtractedValues) {
  return Object.keys(ours).flatMap((name) =>
    ours[name] === theirs[name]
      ? []
      : [{ name, css: SELECTORS[Number(name.split(' ')[0])], ours: ours[name], theirs: theirs[name] }],
  );
}
