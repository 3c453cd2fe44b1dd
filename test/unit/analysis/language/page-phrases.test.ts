import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normaliseKeyword } from '../../../../functions/core/analysis/language/words.ts';
import { MAX_PAGE_KEYWORDS, pageKeywords } from '../../../../functions/core/analysis/language/page-phrases.ts';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { BREAK, type PageTexts } from '../../../../functions/core/analysis/page/page-texts.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';
import { texts } from '../../keywords/texts.ts';

const EMPTY: PageTexts = {
  url: 'https://a.example/',
  lang: null,
  title: '',
  description: '',
  keywords: '',
  headings: [],
  anchors: [],
  body: '',
  repeated: [],
};
const keywordsOf = (part: Partial<PageTexts>) => pageKeywords({ ...EMPTY, ...part });
const phrasesOf = (part: Partial<PageTexts>) => keywordsOf(part).map(({ keyword }) => keyword);

function keywordsOfFile(path: string, url: string) {
  const page = served([readFileSync(path)], { url, headers: [] });
  return pageKeywords(analysePage(page, NO_ROBOTS, NOW).texts);
}

describe('the best phrases of', () => {
  test('the English shop are what it sells, and its name', () => {
    const best = keywordsOfFile('infra/sandbox/sites/shop.example/index.html', 'https://shop.example/').slice(0, 10);
    expect(best.map(({ keyword }) => keyword)).toEqual(
      expect.arrayContaining(['tents', 'packs', 'stoves', 'day packs', 'ridge & river', 'repairs']),
    );
    expect(best.every(({ language }) => language === 'en')).toBe(true);
  });

  test('the Chinese blog are what it writes about, and its name', () => {
    const path = 'infra/sandbox/sites/blog.example/zh/index.html';
    const best = keywordsOfFile(path, 'https://blog.example/zh/').slice(0, 7);
    expect(best.map(({ keyword }) => keyword)).toEqual(
      expect.arrayContaining(['长尾关键词', '站长笔记', '网站收录', '搜索优化', '收录']),
    );
    expect(best[0]).toEqual({
      keyword: '长尾关键词',
      score: 68,
      language: 'zh',
      domain_match: { in_title: true, in_h1: false, in_description: true, in_url: false },
    });
  });
});

describe('a phrase', () => {
  test('does not extend over punctuation, lines or links', () => {
    const phrases = phrasesOf({
      title: 'Red tents, green packs: blue stoves',
      anchors: ['Alpha', 'Beta'],
      body: `x${BREAK}y`,
    });
    expect(phrases.toSorted()).toEqual(['alpha', 'beta', 'blue stoves', 'green packs', 'red tents'].toSorted());
  });

  test('neither begins nor ends with a stop word, and can contain connecting words', () => {
    const phrases = phrasesOf({ title: 'The best of breed and the rest of it' });
    expect(phrases).toContain('best of breed');
    expect(phrases.filter((phrase) => /^(?:the|of|and|it)\b|\b(?:the|of|and|it)$| and /.test(phrase))).toEqual([]);
  });

  test.each([
    ['de', 'Die Schuhe für den Winter und die Berge', ['berge', 'schuhe', 'winter']],
    ['fr', 'Les tentes pour la montagne', ['montagne', 'tentes']],
    ['ru', 'Палатки и рюкзаки для гор', ['гор', 'палатки', 'рюкзаки']],
    ['ja', '検索の最適化', ['最適化', '検索']],
  ])('of a page in %s respects its stop words', (lang, title, expected) => {
    const phrases = phrasesOf({ lang, title });
    expect(phrases).toEqual(expect.arrayContaining(expected));
    expect(phrases.some((phrase) => /^(?:die|und|les|la|и|для|の)(?: |$)/.test(phrase))).toBe(false);
  });

  test('keeps a word that is repeated and is a stop word of another language', () => {
    const title = 'Giày nam chính hãng - Áo nam - Quần nam - Ví nam cho bạn và các đồng hồ nam';
    expect(phrasesOf({ lang: 'vi', title })).toContain('giày nam chính hãng');
    expect(phrasesOf({ lang: 'vi', title })).toContain('áo nam');
  });

  test('that only occurs inside a longer one is omitted', () => {
    const phrases = phrasesOf({ title: 'Long tail keywords', body: 'Long tail keywords help. Keywords alone do not.' });
    expect(phrases).toContain('long tail keywords');
    expect(phrases).toContain('keywords');
    expect(phrases).not.toContain('long tail');
  });

  test('of the title scores higher than a single word of it, and both higher than phrases of any site', () => {
    expect(phrasesOf({ title: 'Running Shoes | Home', body: 'shoes' })).toEqual(['running shoes', 'shoes', 'home']);
    expect(phrasesOf({ title: '首页 - 网站收录', headings: [{ level: 2, text: '更多' }] }).at(0)).toBe('网站收录');
  });

  test('of the running text alone counts from its second occurrence', () => {
    expect(phrasesOf({ body: 'Camp stoves here. Gas there. Camp stoves!' })).toEqual(['camp stoves']);
  });

  test('is returned with its positions', () => {
    const page: Partial<PageTexts> = {
      url: 'https://www.trail-shoes.example/m%C3%BCnchen/',
      title: 'Trail shoes',
      description: 'Socks for München',
      headings: [{ level: 1, text: 'Trail socks' }],
    };
    const match = (keyword: string) => keywordsOf(page).find((one) => one.keyword === keyword)?.domain_match;
    expect(match('trail shoes')).toEqual({ in_title: true, in_h1: false, in_description: false, in_url: true });
    expect(match('trail socks')).toEqual({ in_title: false, in_h1: true, in_description: false, in_url: false });
    expect(match('münchen')).toEqual({ in_title: false, in_h1: false, in_description: true, in_url: true });
    const unicode = keywordsOf({ url: 'https://xn--fiq228c.example/', title: '中文' });
    expect(unicode[0]?.domain_match.in_url).toBe(true);
  });

  test.each([
    ['en-US', 'shoes', 'en'],
    ['ja', '東京', 'ja'],
    ['zh-CN', 'seo', null],
    ['en', '长尾', 'zh'],
    ['!!', 'shoes', null],
    [null, 'shoes', null],
  ])('of a page in %j has the language of %j: %j', (lang, title, language) => {
    expect(keywordsOf({ lang, title })[0]?.language).toBe(language);
  });
});

describe('for any page', () => {
  const page = fc.record<PageTexts>({
    url: fc.constantFrom('https://a.example/', 'https://xn--fiq228c.example/%ff%20seo', 'not a url'),
    lang: fc.constantFrom(null, 'en', 'zh', 'xx-YY', 'constructor', ''),
    title: texts,
    description: texts,
    keywords: texts,
    headings: fc.array(fc.record({ level: fc.integer({ min: 1, max: 6 }), text: texts }), { maxLength: 3 }),
    anchors: fc.array(texts, { maxLength: 3 }),
    body: texts.map((text) => text.repeat(2)),
    repeated: fc.constant([]),
  });

  test('each phrase occurs on the page, is in the normal form and scores 1 to 100, best first, deterministically', () => {
    fc.assert(
      fc.property(page, (part) => {
        const { title, description, keywords, headings, anchors, body } = part;
        const pieces = [title, description, keywords, ...headings.map(({ text }) => text), ...anchors, body];
        const whole = pieces.flatMap((piece) => piece.split(BREAK)).map(normaliseKeyword);
        const found = pageKeywords(part);
        for (const { keyword, score } of found) {
          expect(whole.some((text) => text.includes(keyword))).toBe(true);
          expect(normaliseKeyword(keyword)).toBe(keyword);
          expect(Number.isInteger(score) && score >= 1 && score <= 100).toBe(true);
        }
        const scores = found.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(new Set(found.map(({ keyword }) => keyword)).size).toBe(found.length);
        expect(pageKeywords(part)).toEqual(found);
      }),
      { numRuns: 1000 },
    );
  });

  test('there are a hundred phrases at most', () => {
    const title = Array.from({ length: 500 }, (_, index) => `word${index}`).join(', ');
    expect(keywordsOf({ title })).toHaveLength(MAX_PAGE_KEYWORDS);
  });

  test('a phrase is no longer than a keyword of a request', () => {
    const title = Array.from({ length: 4 }, (_, index) => `${'x'.repeat(39)}${index}`).join(' ');
    const phrases = phrasesOf({ title: `${title} ${'y'.repeat(41)}` });
    expect(phrases.length).toBeGreaterThan(0);
    expect(Math.max(...phrases.map((phrase) => phrase.length))).toBeLessThanOrEqual(100);
  });

  test('a page without text has no phrases', () => {
    expect(keywordsOf({})).toEqual([]);
    expect(keywordsOf({ title: '!!! 12 – the', body: '… 🍕' })).toEqual([]);
  });
});
