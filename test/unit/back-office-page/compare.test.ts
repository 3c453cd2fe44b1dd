import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bestOf } from '../../../functions/back-office/page/src/compare/best-of.ts';
import {
  comparisonOfQuery,
  queryOfComparison,
} from '../../../functions/back-office/page/src/compare/compare-address.ts';
import { historyRanges } from '../../../functions/back-office/page/src/domain/history/ranges.ts';
import { figureNames } from '../../../functions/back-office/page/src/domain/history/series.ts';

test.each([
  ['seo_score', [10, 90, null], 90],
  ['tranco_rank', [10, 90, null], 10],
  // Nothing differs, or only one is known.
  ['seo_score', [90, 90], null],
  ['seo_score', [90, null], null],
  // More words are not better.
  ['word_count', [10, 90], null],
] as const)('the best of %s %j is %s', (name, values, best) => {
  expect(bestOf(name, values)).toBe(best);
});

test('whatever is compared, its address says the same', () => {
  const view = fc.record({
    domains: fc.uniqueArray(fc.domain(), { maxLength: 10 }),
    figure: fc.constantFrom(...figureNames),
    range: fc.constantFrom(...historyRanges),
  });
  fc.assert(
    fc.property(view, (chosen) => {
      expect(comparisonOfQuery(queryOfComparison(chosen))).toEqual(chosen);
    }),
  );
});

test('an address of which nothing can be read compares nothing', () => {
  const none = { domains: [], figure: 'seo_score', range: '90d' };
  expect(comparisonOfQuery('')).toEqual(none);
  expect(comparisonOfQuery('figure=later&range=2w&domains=,,')).toEqual(none);
});
