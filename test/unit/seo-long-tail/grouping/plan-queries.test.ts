import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groupOf, groups } from '../../../../functions/seo-long-tail/grouping/group.ts';
import { MAX_QUERIES, planQueries } from '../../../../functions/seo-long-tail/grouping/plan-queries.ts';
import { texts } from '../../keywords/texts.ts';

const ENGINES = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'];
const engines = fc.subarray(ENGINES);
const language = fc.constantFrom('en', 'zh', 'ja', 'constructor', '');

describe('the questions about a seed', () => {
  test('are at most 32, each once an engine, all of the seed, and the same every time', () => {
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

  test.each(['en', 'zh'])(
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

  test('go to the engines that know the language first', () => {
    const share = (lang: string, ids: string[]) =>
      planQueries('seo', lang, ENGINES).filter(({ modifier, engine }) => modifier && ids.includes(engine)).length;
    expect(share('zh', ['baidu', 'so360', 'sogou'])).toBeGreaterThanOrEqual(18);
    expect(share('en', ['google', 'bing', 'duckduckgo', 'yandex'])).toBeGreaterThanOrEqual(18);
  });

  test('are written as the language writes them', () => {
    const queries = (seed: string, lang: string) => planQueries(seed, lang, ['bing'], 2026).map(({ query }) => query);
    expect(queries('SEO  tools', 'en')).toEqual(
      expect.arrayContaining(['seo tools', 'how to seo tools', 'seo tools vs', 'best seo tools', 'seo tools 2026']),
    );
    expect(queries('网站收录', 'zh')).toEqual(
      expect.arrayContaining(['网站收录', '网站收录怎么', '为什么网站收录', '网站收录多少钱', '网站收录2026']),
    );
    expect(planQueries('東京', 'ja', ENGINES).map(({ query }) => query)).toEqual(Array(7).fill('東京'));
    expect(planQueries('  ', 'en', ENGINES)).toEqual([]);
  });

  test.each([
    ['en', 'seo tools'],
    ['zh', '网站收录'],
  ])('in %s belong themselves to the group that they ask for', (lang, seed) => {
    const plan = planQueries(seed, lang, ['bing'], 2026);
    expect(plan.map(({ query }) => [query, groupOf(query, seed, lang).group])).toEqual(
      plan.map(({ query, group }) => [query, group]),
    );
  });
});
