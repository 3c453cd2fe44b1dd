import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normaliseKeyword } from '../../../../functions/core/analysis/language/words.ts';
import {
  matches,
  MAX_TERMS,
  stemsOf,
  termsOf,
  requestedWords,
} from '../../../../functions/core/analysis/language/terms.ts';
import { texts } from '../../keywords/texts.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{
  searches: [string, string, boolean][];
  inflected: [string, string, string | null, boolean][];
}>('keywords/terms');

describe('index terms', () => {
  test.each([
    ['best seo tools best', ['best', 'seo', 'tools']],
    ['seo优化怎么做', ['seo', '优化', '优', '化怎', '化', '怎么', '么做', '做']],
    ['c++ vs c#', ['c', 'c++', 'vs', 'c#']],
    ['asp .net', ['asp', 'net', '.net']],
    ['서울 맛집', ['서울', '맛집']],
    ['🍕 !!', ['🍕', '!!']],
    ['', []],
  ])('of %j', (keyword, terms) => {
    expect(termsOf(keyword).toSorted()).toEqual(terms.toSorted());
  });

  test('are distinct, and a hundred at most', () => {
    expect(
      termsOf('一二三四五六七八九十'.repeat(3) + Array.from({ length: 140 }, (_, i) => ` w${i}`).join('')),
    ).toHaveLength(MAX_TERMS);
    fc.assert(
      fc.property(texts, (text) => {
        const terms = termsOf(normaliseKeyword(text));
        expect(new Set(terms).size).toBe(terms.length);
        expect(terms.length).toBeLessThanOrEqual(MAX_TERMS);
      }),
    );
  });
});

describe('a search', () => {
  const finds = (q: string, keyword: string) => matches(keyword, requestedWords(q));

  test.each(cases.searches)('for %j among %j: %j', (q, keyword, found) => {
    expect(finds(q, keyword)).toBe(found);
  });

  test('finds only keywords that have all terms of its words, unless their terms were capped', () => {
    const pairs = fc.oneof(
      fc.tuple(texts, texts),
      fc.tuple(texts, texts, texts).map(([left, q, right]): [string, string] => [left + q + right, q]),
    );
    fc.assert(
      fc.property(pairs, ([text, q]) => {
        const keyword = normaliseKeyword(text);
        const requested = requestedWords(q);
        const terms = termsOf(keyword);
        if (!matches(keyword, requested) || terms.length === MAX_TERMS) return;
        for (const term of requested.flatMap((word) => word.terms)) expect(terms).toContain(term);
      }),
      { numRuns: 3000 },
    );
  });

  test('for a keyword finds it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const keyword = normaliseKeyword(text);
        expect(finds(text, keyword)).toBe(true);
        expect(requestedWords(text).length > 0).toBe(keyword !== '');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a search in a language', () => {
  test.each(cases.inflected)('for %j in English among %j (%s): %j', (q, keyword, language, found) => {
    expect(matches(keyword, requestedWords(q, 'en'), language)).toBe(found);
  });

  test('in German finds German inflections', () => {
    expect(matches('weißes hemd', requestedWords('hemden', 'de'), 'de')).toBe(true);
    expect(matches('weißes hemd', requestedWords('hemden', 'de'), 'en')).toBe(false);
  });

  test.each(['笔记本', 'キャンプ', 'กระเป๋า', '茶'])('does not look for inflections of %s', (q) => {
    for (const language of ['zh', 'ja', 'th']) {
      expect(requestedWords(q, language).map(({ inflected }) => inflected)).toEqual([null]);
    }
  });

  const word = fc.constantFrom(
    'shirt',
    'shirts',
    'running',
    'runs',
    'price',
    'prices',
    'c++',
    '关键词',
    '2026',
    'e-mail',
  );
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

  test('finds only keywords with a term or stem for each of its words', () => {
    fc.assert(
      fc.property(text, text, (keyword, q) => {
        const requested = requestedWords(q, 'en');
        if (!matches(keyword, requested, 'en')) return;
        const lists = [...termsOf(keyword), ...stemsOf(keyword, 'en')];
        for (const { terms, inflected } of requested) {
          const leading = inflected ? [...terms, inflected.stem] : terms;
          expect(leading.some((term) => lists.includes(term))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('stems are not terms of the same keyword, so that it has one posting in each list', () => {
    fc.assert(
      fc.property(text, (keyword) => {
        const lists = [...termsOf(keyword), ...stemsOf(keyword, 'en')];
        expect(new Set(lists).size).toBe(lists.length);
      }),
    );
  });
});
