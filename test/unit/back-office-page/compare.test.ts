import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  comparisonOfQuery,
  queryOfComparison,
  ranges,
} from '../../../functions/back-office/page/src/compare/compare-address.ts';
import { bestOf, comparedMetrics, firstMetrics } from '../../../functions/back-office/page/src/compare/metrics.ts';

test.each([
  ['seo_score', [10, 90, null], [false, true, false]],
  ['tranco_rank', [10, 90, null], [true, false, false]],
  // Nearly equal values count as equal, and equal values have no best one.
  ['seo_score', [90, 89, 50], [false, false, false]],
  ['seo_score', [90, 89], [false, false]],
  ['lcp_p75_ms', [2_000, 2_050, 3_000], [false, false, false]],
  ['lcp_p75_ms', [2_000, 2_500, 3_000], [true, false, false]],
  ['seo_score', [90, 90], [false, false]],
  ['seo_score', [90, null], [false, false]],
  // More words are not better.
  ['word_count', [10, 90], [false, false]],
  // A small site has fewer broken links than a large one.
  ['site_broken_links', [0, 250], [false, false]],
] as const)('the best of %s %j is %j', (name, values, best) => {
  expect(bestOf(name, values)).toEqual(best);
});

test('the address of any comparison restores it', () => {
  const view = fc.record({
    domains: fc.uniqueArray(fc.domain(), { maxLength: 10 }),
    metrics: fc.option(fc.subarray([...comparedMetrics], { minLength: 1 })),
    metric: fc.constantFrom(...comparedMetrics),
    range: fc.constantFrom(...ranges),
  });
  fc.assert(
    fc.property(view, (chosen) => {
      expect(comparisonOfQuery(queryOfComparison(chosen))).toEqual(chosen);
    }),
  );
});

test('an address with unknown parts compares nothing', () => {
  const none = { domains: [], metrics: null, metric: 'seo_score', range: '90d' };
  expect(comparisonOfQuery('')).toEqual(none);
  expect(comparisonOfQuery('metric=later&range=2w&domains=,,')).toEqual(none);
  expect(comparisonOfQuery('figure=tranco_rank')).toEqual({ ...none, metric: 'tranco_rank' });
});

test('the default metrics are a subset of the compared metrics', () => {
  expect(comparedMetrics).toEqual(expect.arrayContaining([...firstMetrics]));
  expect(firstMetrics.length).toBeLessThan(comparedMetrics.length);
});
