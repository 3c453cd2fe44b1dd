import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { belongsToSeed, groupOf, groups } from '../../../../../functions/core/keywords/long-tail/grouping/group.ts';
import { normaliseKeyword } from '../../../../../functions/core/analysis/words/words.ts';
import { texts } from '../../texts.ts';
import { readCases } from '../../../../support/cases.ts';

const cases = readCases<{
  english: [string, string, string | null][];
  chinese: [string, string, string, string | null][];
  languages: [string, string, string, string][];
  seeds: [string, string, boolean][];
}>('keywords/group');

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja', 'zh', 'zh-Hant'];
const ids = groups.map(({ id }) => id);

describe('the group of a phrase', () => {
  // Among them: questions take precedence over later words.
  test.each(cases.english)('%j is %s by %j', (phrase, group, modifier) => {
    expect(groupOf(phrase, 'SEO', 'en')).toEqual({ group, modifier });
  });

  test.each(cases.chinese)('%j from %j is %s by %j', (phrase, seed, group, modifier) => {
    expect(groupOf(phrase, seed, 'zh')).toEqual({ group, modifier });
  });

  test.each(cases.languages)('in %s: of %j, %j is %s', (language, seed, phrase, group) => {
    expect(groupOf(phrase, seed, language).group).toBe(group);
  });

  test('does not depend on the words of the seed', () => {
    expect(groupOf('best price list excel', 'best price list', 'en')).toEqual({ group: 'alphabetical', modifier: 'e' });
    expect(groupOf('how to cook rice', 'how to cook', 'en').group).toBe('alphabetical');
  });

  test('is one of the groups for any phrase, and deterministic', () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom(...LANGUAGES, 'ru', 'th'), (phrase, seed, language) => {
        const { group } = groupOf(phrase, seed, language);
        expect(ids).toContain(group);
        expect(groupOf(normaliseKeyword(phrase), seed, language).group).toBe(group);
      }),
      { numRuns: 1000 },
    );
  });

  test('is determined in linear time for long phrases', () => {
    for (const part of ['how ', 'seo', '怎么', 'a', 'c+', ' ']) {
      for (const seed of ['seo', 'a', '怎么', part.repeat(5_000)]) {
        expect(ids).toContain(groupOf(part.repeat(20_000), seed, 'en').group);
        expect(ids).toContain(groupOf(part.repeat(20_000), seed, 'zh').group);
      }
    }
  });
});

describe('a phrase belongs to a seed', () => {
  test.each(cases.seeds)('%j, %j: %j', (phrase, seed, belongs) => {
    expect(belongsToSeed(phrase, seed, 'en')).toBe(belongs);
  });

  test.each([
    ['zelte kaufen', 'zelt', 'de', true],
    ['zelte kaufen', 'zelt', 'ru', false],
    ['palatki', 'палатка', 'ru', false],
    ['палатки купить', 'палатка', 'ru', true],
    ['テントおすすめ', 'テント', 'ja', true],
  ])('%j, %j in %s: %j', (phrase, seed, language, belongs) => {
    expect(belongsToSeed(phrase, seed, language)).toBe(belongs);
  });
});
