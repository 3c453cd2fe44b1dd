import { afterEach, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { CrawlServices } from '../../../functions/core/sites/crawl/services.ts';
import type { Watch, WatchedCrawl } from '../../../functions/core/watches/store/watches.ts';
import { crawlWatched, type WatchedCrawlServices } from '../../../functions/core/watches/watched-crawls.ts';
import { useFresh } from '../../support/use-opened.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { html, openCrawlWorld } from '../sites/crawl/crawl-world.ts';

const DOMAIN = 'site.example';
const world = useFresh(() => openCrawlWorld({ '/': html('Home', '/a'), '/a': html('A', '/') }));
afterEach(() => {
  closeServers();
});

const watchOf = (crawl: Partial<WatchedCrawl> | null, limits: Watch['limits'] = null) =>
  ({
    ...{ id: 'w1', owner: 'o1', limits },
    crawl: crawl && { every: 'day', pages: 7, include: [], exclude: [], depth: null, ...crawl },
  }) as Watch;
const crawl = (...watches: Watch[]) => {
  const services = { ...world.services, maxPages: 100 } as CrawlServices & { maxPages: number };
  return crawlWatched(DOMAIN, watches, services as unknown as WatchedCrawlServices);
};

test('a site is crawled at once, and again when the interval has passed', async () => {
  const weekly = watchOf({ every: 'week', depth: 3 });
  expect(await crawl(weekly)).toBe(true);
  expect((await world.read()).open).toMatchObject({ pageLimit: 7, owner: null, settings: { depth: 3 } });
  expect(await crawl(weekly)).toBe(false);
  await world.workOff();
  world.clock.now += 5 * DAY_MS;
  expect(await crawl(weekly)).toBe(false);
  world.clock.now += 2 * DAY_MS;
  expect(await crawl(weekly)).toBe(true);
});

test('a daily crawl is daily although each one ends after the snapshot that started it', async () => {
  const daily = watchOf({});
  for (let day = 0; day < 3; day += 1) {
    expect(await crawl(daily)).toBe(true);
    world.clock.now += 60 * 60_000;
    await world.workOff();
    world.clock.now += 23 * 60 * 60_000;
  }
});

test('the shortest interval of several watches applies', async () => {
  await crawl(watchOf({}));
  await world.workOff();
  world.clock.now += DAY_MS;
  expect(await crawl(watchOf({ every: 'month' }))).toBe(false);
  expect(await crawl(watchOf({ every: 'month' }), watchOf(null), watchOf({}))).toBe(true);
});

test("pages are taken from the owner's allowance, and without one the crawl is left out", async () => {
  const limits = { domains: 10, pages: 3 };
  expect(await crawl(watchOf({}, limits))).toBe(true);
  expect((await world.read()).open).toMatchObject({ owner: 'o1', pageLimit: 7, admitted: 3 });
  await world.workOff();
  world.clock.now += 60_000;
  const none = { ...limits, pages: 0 };
  expect(await crawl({ ...watchOf({}, none), owner: 'o2' })).toBe(false);
});
