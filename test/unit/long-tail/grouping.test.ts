import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normaliseKeyword } from '../../../functions/core/analysis/language/words.ts';
import { belongsToSeed, groupOf, groups } from '../../../functions/core/long-tail/grouping/group.ts';
import { modifiersOf } from '../../../functions/core/long-tail/grouping/languages/index.ts';
import { MAX_QUERIES, planQueries } from '../../../functions/core/long-tail/grouping/plan-queries.ts';
import { queryKind } from '../../../functions/core/keywords/score.ts';
import { readCases } from '../../support/cases.ts';
import { texts } from '../keywords/texts.ts';

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

const ENGINES = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'];
const engines = fc.subarray(ENGINES);
const language = fc.constantFrom(...LANGUAGES, 'ru', 'ko', 'th', 'nl');

describe('the queries for a seed', () => {
  test('are at most 32, unique for each engine, contain the seed, and are deterministic', () => {
    fc.assert(
      fc.property(
        texts,
        language,
        engines,
        fc.option(fc.integer({ min: 2000, max: 2100 })),
        (seed, lang, ids, year) => {
          const plan = planQueries(seed, lang, ids, year ?? undefined);
          expect(plan.length).toBeLessThanOrEqual(MAX_QUERIES);
          expect(new Set(plan.map(({ query, engine }) => `${engine} ${query}`)).size).toBe(plan.length);
          expect(plan.every(({ engine }) => ids.includes(engine))).toBe(true);
          expect(planQueries(seed, lang, ids.toReversed(), year ?? undefined)).toEqual(plan);
          expect(planQueries(seed, lang, ids, year ?? undefined)).toEqual(plan);
        },
      ),
    );
  });

  test.each(LANGUAGES)(
    'in %s: the bare seed goes to every engine, every group has three queries, all engines share',
    (lang) => {
      const plan = planQueries('SEO', lang, ENGINES, 2026);
      expect(plan).toHaveLength(MAX_QUERIES);
      const bare = plan.filter(({ modifier }) => modifier === null);
      expect(bare.map(({ engine }) => engine).toSorted()).toEqual(ENGINES.toSorted());
      expect(new Set(bare.map(({ query }) => query))).toEqual(new Set(['seo']));
      for (const { id } of groups) {
        expect([id, plan.filter(({ group }) => group === id).length >= 3]).toEqual([id, true]);
      }
      const modified = plan.filter(({ modifier }) => modifier !== null);
      expect(new Set(modified.map(({ query }) => query)).size).toBe(modified.length);
      for (const engine of ENGINES)
        expect([engine, modified.some((query) => query.engine === engine)]).toEqual([engine, true]);
    },
  );

  test('go to the preferred engines of the language first', () => {
    const share = (lang: string, ids: string[]) =>
      planQueries('seo', lang, ENGINES).filter(({ modifier, engine }) => modifier && ids.includes(engine)).length;
    expect(share('zh', ['baidu', 'so360', 'sogou'])).toBeGreaterThanOrEqual(18);
    expect(share('en', ['google', 'bing', 'duckduckgo', 'yandex'])).toBeGreaterThanOrEqual(18);
  });

  test('follow the word order of the language', () => {
    const queries = (seed: string, lang: string) => planQueries(seed, lang, ['bing'], 2026).map(({ query }) => query);
    expect(queries('SEO  tools', 'en')).toEqual(
      expect.arrayContaining(['seo tools', 'how to seo tools', 'seo tools vs', 'best seo tools', 'seo tools 2026']),
    );
    expect(queries('网站收录', 'zh')).toEqual(
      expect.arrayContaining(['网站收录', '网站收录怎么', '为什么网站收录', '网站收录多少钱', '网站收录2026']),
    );
    expect(queries('東京', 'ja')).toEqual(expect.arrayContaining(['東京', '東京 おすすめ', '東京 とは', '東京 あ']));
    expect(queries('zelt', 'de')).toEqual(
      expect.arrayContaining(['zelt kaufen', 'was ist zelt', 'beste zelt', 'zelt für', 'zelt s']),
    );
    expect(queries('帳篷', 'zh-Hant')).toEqual(expect.arrayContaining(['帳篷推薦', '為什麼帳篷', '帳篷a']));
    expect(planQueries('  ', 'en', ENGINES)).toEqual([]);
  });

  test.each([
    ['ru', 'палатка', 'палатка п'],
    ['el', 'σκηνή', 'σκηνή π'],
    ['ko', '텐트', '텐트 가'],
    ['ar', 'خيمة', 'خيمة ا'],
    ['th', 'เต็นท์', 'เต็นท์ ก'],
    ['nl', 'schoen', 'schoen s'],
  ])(
    'in %s, for which there are no modifiers, %j is requested alone and with letters of its script: %j',
    (lang, seed, query) => {
      const plan = planQueries(seed, lang, ['google']);
      expect(plan.map((planned) => planned.query)).toContain(query);
      const kinds = plan.slice(1).map(({ query, group }) => `${queryKind(query, seed)} ${group}`);
      expect(new Set(kinds)).toEqual(new Set(['letter alphabetical']));
      expect(plan.length).toBeGreaterThan(12);
    },
  );

  const seeds: Record<string, string> = { ja: 'テント', zh: '网站收录', 'zh-Hant': '帳篷', fr: 'tente', de: 'zelt' };
  test.each(LANGUAGES)('in %s belong to the group that they are planned for', (lang) => {
    const seed = seeds[lang] ?? 'abc xyz';
    const plan = planQueries(seed, lang, ['bing'], 2026);
    expect(plan.map(({ query }) => [query, groupOf(query, seed, lang).group])).toEqual(
      plan.map(({ query, group }) => [query, group]),
    );
  });

  test.each(LANGUAGES)('in %s have modifiers that belong to their group', (lang) => {
    const seed = seeds[lang] ?? 'abc xyz';
    const expected = Object.entries(modifiersOf(lang)!.groups).flatMap(([group, { queries }]) =>
      queries.split('|').map((template) => [template.replace('…', seed), group]),
    );
    expect(expected.map(([query]) => [query, groupOf(query!, seed, lang).group])).toEqual(expected);
  });
});
