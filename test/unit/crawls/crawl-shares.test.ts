import { expect, test } from '@jest/globals';
import { createInvocationShares, SHARES, sharesOf } from '../../../functions/core/crawls/crawl-shares.ts';

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
  const shares = createInvocationShares();
  const places = Array.from({ length: SHARES }, () => shares.take(1));
  expect(new Set(places.map((place) => place!.until)).size).toBe(1);
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
