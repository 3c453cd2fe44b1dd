import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  languageOf,
  languageOfAnswer,
  mainRegion,
  scriptLanguage,
} from '../../../../functions/core/analysis/words/language.ts';
import { texts } from '../../keywords/texts.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{ scripts: [string, string | null][]; searches: [string, string, string][] }>(
  'keywords/language',
);

describe('the language of a script', () => {
  test.each(cases.scripts)('%j: %j', (text, language) => {
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
  test.each(cases.searches)('%j is %s, for %s', (text, language, region) => {
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
