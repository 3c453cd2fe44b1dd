import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  languageOf,
  languageOfAnswer,
  mainRegion,
  scriptLanguage,
} from '../../../../functions/core/analysis/language/language.ts';
import { stem } from '../../../../functions/core/analysis/language/terms.ts';
import {
  charCount,
  isUnspaced,
  normaliseKeyword,
  placedWords,
  wordCount,
  wordsOf,
} from '../../../../functions/core/analysis/language/words.ts';
import { readCases } from '../../../support/cases.ts';
import { texts } from '../../keywords/texts.ts';

describe('words', () => {
  test.each([
    ['best running shoes for women’s 2026', ['best', 'running', 'shoes', 'for', 'women’s', '2026']],
    ['北京旅游攻略', ['北京', '旅游', '攻略']],
    ['iphone 15 多少钱', ['iphone', '15', '多少钱']],
    ['서울 맛집', ['서울', '맛집']],
    ['c++ vs c#', ['c', 'vs', 'c']],
    ['🍕 !', []],
  ])('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
    expect(wordCount(text)).toBe(words.length);
  });

  test('without the segmenter equal those of the segmenter', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
    const wordsIn = (text: string) =>
      [...segmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
        isWordLike ? [{ word: segment, start: index }] : [],
      );
    const range = (from: number, to: number) =>
      fc.integer({ min: from, max: to }).map((code) => String.fromCharCode(code));
    const character = fc.oneof(
      range(0x20, 0x7e),
      ...[range(0xa0, 0x17f), range(0x410, 0x451)],
      fc.constantFrom('a', 'é', 'ж', '1', '2', '.', ',', "'", '’', ' ', '-'),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
        const text = characters.join('');
        expect(placedWords(text)).toEqual(wordsIn(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('are in the order of the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0;
        for (const { word, start } of placedWords(text)) {
          expect(start).toBeGreaterThanOrEqual(end);
          end = start + word.length;
          expect(text.slice(start, end)).toBe(word);
        }
      }),
    );
  });

  test('characters are code points', () => {
    expect([charCount('长尾'), charCount('🍕'), charCount('')]).toEqual([2, 1, 0]);
  });

  test('of scripts without spaces are recognised', () => {
    const unspaced = ['关键', 'おすすめ', 'ラーメン', 'ไทย', 'ລາວ', 'ខ្មែរ', 'မြန်မာ', '々'];
    expect(unspaced.filter((word) => !isUnspaced(word))).toEqual([]);
    expect(['seo', '서울', 'שלום', '3d打印', '12', ''].filter(isUnspaced)).toEqual([]);
  });
});

const languageCases = readCases<{ scripts: [string, string | null][]; searches: [string, string, string][] }>(
  'keywords/language',
);

describe('the language of a script', () => {
  test.each(languageCases.scripts)('%j: %j', (text, language) => {
    expect(scriptLanguage(text)).toBe(language);
  });

  test('every text has a language, and every language a market', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const language = languageOf(text);
        expect(`${language}-${mainRegion(language)}`).toMatch(/^(?:[a-z]{2}|zh-Hant)-[A-Z]{2}$/);
        expect([language.replace('zh-Hant', 'zh'), 'zh', null]).toContain(scriptLanguage(text));
      }),
    );
  });
});

describe('the language of a search text', () => {
  test.each(languageCases.searches)('%j is %s, for %s', (text, language, region) => {
    expect([languageOf(text), mainRegion(languageOf(text))]).toEqual([language, region]);
  });

  test.each([
    ['de', ['zelt kaufen', 'was ist seo', 'wie backt man brot', 'wanderschuhe damen', 'straßenlaterne']],
    ['fr', ['chaussures de running', 'comment faire du pain', "qu'est-ce que le seo", 'sac à dos', 'voiture occasion']],
    ['es', ['zapatillas running mujer', 'que es seo', 'cómo hacer pan', 'tienda de campaña']],
    ['it', ['scarpe da trekking', 'come fare il pane', 'tenda da campeggio', 'cos è la seo']],
    ['pt', ['tênis de corrida', 'o que é seo', 'como fazer pão', 'melhores cafeteiras']],
    ['pl', ['łóżko']],
    ['tr', ['çadır fiyatları']],
  ])('%s is determined by words and letters: %j', (language, examples) => {
    expect(examples.map((text) => [text, languageOf(text)])).toEqual(examples.map((text) => [text, language]));
  });

  test.each([
    ['names', ['nike', 'los angeles hotels', 'las vegas', 'el paso weather', 'la fitness', 'santa fe', 'le creuset']],
    ['loans', ['kindergarten', 'zeitgeist', 'café near me', 'résumé template', 'crème brûlée recipe', 'per diem']],
    ['words of both languages', ['in n out', 'come together', 'no code', 'sale', 'was', 'die hard']],
    [
      'texts without an indication',
      ['seo', 'rucksack 40l', 'camping stove', 'nurse shirt', 'best restaurants in madrid', ''],
    ],
  ])('%s are treated as English: %j', (_why, examples) => {
    expect(examples.map((text) => [text, languageOf(text)])).toEqual(examples.map((text) => [text, 'en']));
  });

  test.each([
    ['zelt kaufen', 'de', 'de'],
    ['палатка', 'uk', 'uk'],
    ['東京観光', 'ja', 'ja'],
    ['キャンプ', 'en', 'ja'],
    ['前端', 'en', 'zh'],
  ])('%j in an answer to a query in %s is %s', (phrase, requested, language) => {
    expect(languageOfAnswer(phrase, requested)).toBe(language);
  });
});

const normaliseCases = readCases<{ forms: [string, string][] }>('keywords/normalise');

describe('the normal form of a keyword', () => {
  test.each(normaliseCases.forms)('of %j is %j', (text, form) => {
    expect(normaliseKeyword(text)).toBe(form);
  });

  test('is its own normal form', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const form = normaliseKeyword(text);
        expect(normaliseKeyword(form)).toBe(form);
      }),
      { numRuns: 3000 },
    );
  });

  test('has no white space but single blanks inside, no capitals of ASCII, and is well formed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const form = normaliseKeyword(text);
        expect(form).not.toMatch(/^\s|\s$|\s\s|[^\S ]|[A-Z\p{Cc}]/u);
        expect(form.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps no more marks on a letter than any script writes', () => {
    expect(normaliseKeyword(`x${'\u0327\u0301'.repeat(100_000)}`).length).toBeLessThan(40);
  });
});

const stemCases = readCases<{ same: [string, string, string][]; unstemmed: [string, string | null][] }>(
  'keywords/stem',
);

describe('the stem of a word', () => {
  test.each(stemCases.same)('%s: %s and %s have one', (language, one, other) => {
    expect(stem(one, language)).toBe(stem(other, language));
  });

  test.each([
    ['en', 'shirt', 'shift'],
    ['de', 'zelt', 'zeit'],
    ['fr', 'tente', 'tante'],
  ])('%s: %s and %s have two', (language, one, other) => {
    expect(stem(one, language)).not.toBe(stem(other, language));
  });

  test('a tag with script or region is read by its language', () => {
    expect(stem('camisas', 'pt-BR')).toBe(stem('camisa', 'pt'));
  });

  test.each(stemCases.unstemmed)('%j in %j is its own stem', (word, language) => {
    expect(stem(word, language)).toBe(word);
  });

  test('every word has a stem that is not empty, and the same each time', () => {
    const languages = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'sv', 'da', 'nb');
    const words = fc.oneof(texts, fc.stringMatching(/^[a-zäöüßéñçõа-я]{1,30}$/u));
    fc.assert(
      fc.property(words, languages, (word, language) => {
        const found = stem(word, language);
        expect(found).toBe(stem(word, language));
        expect(found === '').toBe(word === '');
      }),
    );
  });
});
