import { describe, expect, test } from '@jest/globals';
import {
  crawlLifetimeMs,
  knownLimit,
  limitForPages,
  listedLimit,
  maxDurationMs,
  maxSlices,
  targetLimits,
} from '../../../functions/core/crawls/crawl-size.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';

const ALL = { external: true, resources: true };
const NONE = { external: false, resources: false };
const sizeOf = (limit: number, options = NONE) => ({ limit, admitted: limit, options });

describe('the limits of a crawl', () => {
  test.each([
    [1, 50],
    [500, 50],
    [5_000, 50],
    [5_001, 51],
    [20_000, 200],
    [50_000, 500],
  ])('with a page limit of %d are %d instead of 50', (pages, limit) => {
    expect(limitForPages(50, pages)).toBe(limit);
  });

  test.each([
    [1, { external: 10, resources: 10 }],
    [300, { external: 2_000, resources: 3_000 }],
    [5_000, { external: 2_000, resources: 5_000 }],
    [20_000, { external: 8_000, resources: 20_000 }],
    [50_000, { external: 20_000, resources: 50_000 }],
  ])('with a page limit of %d admit %j', (pages, expected) => {
    expect(targetLimits(ALL, pages)).toEqual(expected);
    expect(targetLimits(NONE, pages)).toEqual({ external: 0, resources: 0 });
  });

  test.each([
    [3, 30, 300],
    [500, 5_000, 50_000],
    [5_000, 50_000, 50_000],
    [20_000, 200_000, 200_000],
    [50_000, 200_000, 200_000],
  ])('with a page limit of %d are %d known addresses, and %d in sitemaps', (pages, known, listed) => {
    expect([knownLimit(pages), listedLimit(pages)]).toEqual([known, listed]);
  });

  test('are those of the pages that the allowance admits', () => {
    expect(maxSlices({ ...sizeOf(20_000), admitted: 5_000 })).toBe(maxSlices(sizeOf(5_000)));
  });

  test('are two slices for each request, and those that wait for as long as its items are kept', () => {
    expect(maxSlices(sizeOf(5_000))).toBe(2 * (5_000 + 100) + 7 * 24 * 4);
    expect(maxSlices(sizeOf(5_000, ALL))).toBe(2 * (5_000 + 100 + 7_000) + 7 * 24 * 4);
    const requests = 20_000 + 50 + 200 + 28_000;
    expect(maxSlices(sizeOf(20_000, ALL))).toBe(2 * requests + Math.ceil((3 * requests * 10) / (15 * 60)));
  });
});

describe('the items of a crawl', () => {
  test.each([1, 500, 5_000])('are kept for a week with a page limit of %d', (pages) => {
    expect(crawlLifetimeMs(sizeOf(pages, ALL))).toBe(7 * DAY_MS);
  });

  test('are kept for three times as long as the slowest crawl of more pages takes', () => {
    expect(crawlLifetimeMs(sizeOf(20_000))).toBe(3 * 10_000 * (20_000 + 50 + 200));
    expect(crawlLifetimeMs(sizeOf(50_000))).toBe(3 * 10_000 * (50_000 + 50 + 500));
  });

  test('are kept for a day after the crawl has ended', () => {
    for (const size of [sizeOf(1), sizeOf(50_000, ALL)]) {
      expect(crawlLifetimeMs(size) - maxDurationMs(size)).toBe(DAY_MS);
    }
  });
});
