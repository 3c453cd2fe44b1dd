import { expect, test } from '@jest/globals';
import { createInvocationShares, type Place, SHARES, sharesOf } from '../../../functions/core/crawls/crawl-shares.ts';
import { SLICE_MS } from '../../../functions/core/crawls/limits.ts';

const crawlOf = ({ pages = 500, found = 0, rate = 1 }) => ({
  ...{ limit: pages, admitted: pages, found },
  options: { external: false, resources: false, rate },
});

test.each([
  ['500 pages', { pages: 500 }, 1],
  ['5,000 pages', { pages: 5_000 }, 1],
  ['20,000 pages', { pages: 20_000 }, 4],
  ['50,000 pages', { pages: 50_000 }, SHARES],
  ['500 pages that knows 50,000 addresses', { found: 50_000 }, 3],
  ['500 pages that knows more addresses than the limit', { found: 400_000 }, SHARES],
  ['500 pages and three requests per second', { rate: 3 }, 3],
  ['500 pages and more than ten requests per second', { rate: 20 }, SHARES],
])('a crawl of %s takes its shares', (_, given, shares) => {
  expect(sharesOf(crawlOf(given))).toBe(shares);
});

test('a crawl has its admitted pages as its size', () => {
  expect(sharesOf({ ...crawlOf({ pages: 50_000 }), admitted: 500 })).toBe(1);
});

test('an invocation has room for ten shares, and their slices end at the same time', () => {
  let now = 1_000;
  const shares = createInvocationShares({ now: () => now });
  const places = Array.from({ length: SHARES }, () => {
    now += 1_000;
    return shares.take(1);
  });
  expect(new Set(places.map((place) => place!.leftMs()))).toEqual(new Set([SLICE_MS - 9_000]));
  expect(shares.take(1)).toBeNull();
  places[3]!.leave();
  expect(shares.take(2)).toBeNull();
  expect(shares.take(1)).not.toBeNull();
});

test('a large crawl has an invocation alone', () => {
  const shares = createInvocationShares();
  const small = shares.take(1)!;
  expect(shares.take(SHARES)).toBeNull();
  small.leave();
  expect(shares.take(SHARES)).not.toBeNull();
  expect(shares.take(1)).toBeNull();
});

test('crawls leave an invocation that has little memory left, one after the other, until one is alone', () => {
  let now = 0;
  let hasLittleMemory = false;
  const shares = createInvocationShares({ hasLittleMemory: () => hasLittleMemory, now: () => now });
  const [one, two, three] = Array.from({ length: 3 }, () => shares.take(1)!) as [Place, Place, Place];
  expect([one, two, three].map((place) => place.mustLeave())).toEqual([false, false, false]);
  hasLittleMemory = true;
  // No other crawl joins.
  expect([shares.used, shares.take(1)]).toEqual([SHARES, null]);
  expect([one, two, three].map((place) => place.mustLeave())).toEqual([true, false, false]);
  one.leave();
  now = 11_000;
  expect([two, three].map((place) => place.mustLeave())).toEqual([true, false]);
  two.leave();
  now = 22_000;
  expect(three.mustLeave()).toBe(false);
  expect([one, two, three].map((place) => place.hasLeft)).toEqual([true, true, false]);
  three.leave();
  // A crawl always has room alone.
  expect(shares.take(1)).not.toBeNull();
});
