import { afterEach, describe, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { Coverage } from '../../../functions/core/crawls/begin-crawl.ts';
import type { CrawlServices } from '../../../functions/core/crawls/services.ts';
import { ownedBy } from '../../../functions/core/crawls/store/private-crawls.ts';
import { WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import type { Watch, WatchedCrawl } from '../../../functions/core/watches/store/watches.ts';
import { crawlWatched, type WatchedCrawlServices } from '../../../functions/core/watches/watched-crawls.ts';
import { type RequestedCrawl, storedCrawl } from '../../../functions/core/watches/watched-lists.ts';
import { useFresh } from '../../support/use-opened.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { html, createCrawlWorld } from '../crawls/crawl-world.ts';

const DOMAIN = 'site.example';
const world = useFresh(() => createCrawlWorld({ '/': html('Home', '/a'), '/a': html('A', '/') }));
afterEach(() => {
  closeServers();
});

const watchOf = (crawl: Partial<WatchedCrawl> | null, { owner = 'o1', limits = null }: Partial<Watch> = {}) =>
  ({
    ...{ id: 'w1', owner, limits },
    crawl: crawl && { every: 'day', pages: 7, include: [], exclude: [], depth: null, ...crawl },
  }) as Watch;
/** @returns number of crawls that were started */
let maxPages = 100;
const crawl = (...watches: Watch[]) => {
  const services = { ...world.services, maxPages } as CrawlServices & { maxPages: number };
  return crawlWatched(DOMAIN, watches, services as unknown as WatchedCrawlServices);
};
const requested = (crawl: Partial<RequestedCrawl>): RequestedCrawl => {
  return { every: 'day', pages: 7, include: [], exclude: [], depth: null, ...crawl };
};
const noCredentials = () => Promise.reject(new Error('There are no credentials'));
const inProgress = () => world.services.crawls.readInProgress(DOMAIN);

test('a site is crawled at once, and again when the interval has passed', async () => {
  const weekly = watchOf({ every: 'week', depth: 3, external: true });
  expect(await crawl(weekly)).toBe(1);
  expect(await inProgress()).toMatchObject([
    {
      ...{ limit: 7, owner: 'o1', scope: { ...WHOLE_SITE, depth: 3 } },
      options: { external: true, resources: false, rate: 1 },
    },
  ]);
  expect(await crawl(weekly)).toBe(0);
  await world.workOff();
  world.clock.now += 5 * DAY_MS;
  expect(await crawl(weekly)).toBe(0);
  world.clock.now += 2 * DAY_MS;
  expect(await crawl(weekly)).toBe(1);
});

test('the crawl of a list requests all of its addresses, and is due by its own last end', async () => {
  const urls = Array.from({ length: 30 }, (_, number) => `http://${DOMAIN}/item-${number}`);
  const stored = await storedCrawl(requested({ urls, pages: 60 }), { domains: [DOMAIN], owner: 'o1' }, noCredentials);
  const watch = { ...watchOf({}), ...stored };
  expect(watch.crawl).toMatchObject({ urls: urls.slice(0, 10), cut: { urls: { total: 30 } } });
  expect(await crawl(watch)).toBe(1);
  await world.workOff();
  const { rows } = await world.read();
  expect(rows.map(({ url }) => url)).toEqual(urls);
  expect(await crawl(watch)).toBe(0);
  // Neither the whole site nor another list has been crawled.
  expect(await crawl(watchOf({ every: 'month' }))).toBe(1);
  await world.workOff();
  const others = await storedCrawl(
    requested({ urls: urls.slice(0, 29), every: 'month' }),
    { domains: [DOMAIN], owner: 'o1' },
    noCredentials,
  );
  expect(await crawl({ ...watch, ...others })).toBe(1);
  await world.workOff();
  world.clock.now += DAY_MS;
  expect(await crawl(watch)).toBe(1);
});

test('a crawl with credentials has those of its watch, requires a proof, and is due by its own last end', async () => {
  const sealed = Buffer.from('ciphertext');
  const { crawls } = world.services;
  Object.assign(world.services, { openCredentials: () => Promise.resolve({ headers: [], basic_auth: null }) });
  const watch = { ...watchOf({ headers: ['X-Token'] }), crawl_credentials: sealed };
  expect(await crawl(watch)).toBe(0);
  await world.prove('o1', 'dns');
  expect(await crawl(watch)).toBe(1);
  const viewer = ownedBy('o1');
  const [begun] = await crawls.readInProgress(DOMAIN, { viewer });
  expect(begun!.options).toMatchObject({ headers: ['X-Token'] });
  expect(Buffer.from((await crawls.readCredentials(begun!))!)).toEqual(sealed);
  await world.workOff();
  expect(await crawls.list(DOMAIN, { consistent: true, viewer })).toHaveLength(1);
  expect(await crawl(watch)).toBe(0);
  // The site as others see it has not been crawled.
  expect(await crawl(watchOf({}))).toBe(1);
});

test('the values of a watch are extracted', async () => {
  const extract = [{ name: 'title', css: 'h1', get: 'text' }];
  await crawl(watchOf({ extract }));
  await world.workOff();
  expect((await world.read()).rows[0]).toMatchObject({ extracted: { title: 'Home' } });
});

test('a crawl has the page limit that the operator allows when it is lower', async () => {
  await crawl(watchOf({ pages: 5_000 }));
  expect(await inProgress()).toMatchObject([{ limit: 100 }]);
});

test.each([
  [true, 6_000],
  [false, 5_000],
])('a crawl of 6,000 pages whose owner has proved control of the domain (%s) has %d', async (isProved, limit) => {
  maxPages = 20_000;
  if (isProved) await world.prove('o1');
  await crawl(watchOf({ pages: 6_000 }));
  expect(await inProgress()).toMatchObject([{ limit }]);
  maxPages = 100;
});

test('a daily crawl is daily although each one ends after the snapshot that started it', async () => {
  const daily = watchOf({});
  for (let day = 0; day < 3; day += 1) {
    expect(await crawl(daily)).toBe(1);
    world.clock.now += 60 * 60_000;
    await world.workOff();
    world.clock.now += 23 * 60 * 60_000;
  }
});

test('the shortest interval of several watches of an owner applies', async () => {
  await crawl(watchOf({}));
  await world.workOff();
  world.clock.now += DAY_MS;
  expect(await crawl(watchOf({ every: 'month' }))).toBe(0);
  expect(await crawl(watchOf({ every: 'month' }), watchOf(null), watchOf({}))).toBe(1);
});

test('the watches of two owners start a crawl each, of their scopes', async () => {
  const watches = [watchOf({ include: ['/a'] }), watchOf({}, { owner: 'o2' }), watchOf(null, { owner: 'o3' })];
  expect(await crawl(...watches)).toBe(2);
  const open = await inProgress();
  expect(open.map(({ owner, scope }) => [owner, scope.include]).toSorted()).toEqual([
    ['o1', ['/a']],
    ['o2', []],
  ]);
  expect(await crawl(...watches)).toBe(0);
  await world.workOff();
  const { ended } = await world.read();
  expect(ended.map(({ owner, isComplete }) => [owner, isComplete]).toSorted()).toEqual([
    ['o1', true],
    ['o2', true],
  ]);
  expect(await crawl(...watches)).toBe(0);
});

describe('a weekly crawl of a part of a site is', () => {
  const part: Coverage = { include: ['/a', '/'], exclude: ['/b'] };
  const weekly = watchOf({ every: 'week', ...part });

  test.each<[string, owner: string | null, pages: number, Coverage, started: number]>([
    ["due after a stranger's crawl of the part", 'o2', 500, part, 1],
    ["due after the schedule's crawl of the part", null, 500, part, 1],
    ['due after a crawl of its owner of the whole site', 'o1', 500, {}, 1],
    ['due after a crawl of its owner of another part', 'o1', 500, { include: ['/a'] }, 1],
    ['not due after a crawl of its owner of the part', 'o1', 500, part, 0],
    ['not due after one that names the patterns in another order', 'o1', 500, { ...part, include: ['/', '/a'] }, 0],
    ['not due after one with other options', 'o1', 500, { ...part, external: true, rate: 1 }, 0],
    ['not due after one that reached its page limit', 'o1', 1, part, 0],
  ])('%s', async (_, owner, pages, coverage, started) => {
    await world.crawl(pages, coverage, { owner });
    world.clock.now += DAY_MS;
    expect(await crawl(weekly)).toBe(started);
  });

  test('due a week after the last one, although a stranger has crawled the site since', async () => {
    await world.crawl(500, part, { owner: 'o1' });
    world.clock.now += 6 * DAY_MS;
    await world.crawl(500, part, { owner: 'o2' });
    await world.crawl(500, {}, { owner: 'o1' });
    world.clock.now += DAY_MS;
    expect(await crawl(weekly)).toBe(1);
  });

  test('left out while its owner has another crawl of the domain in progress', async () => {
    await world.begin(500, { owner: 'o1' });
    expect(await crawl(weekly)).toBe(0);
    await world.workOff();
    expect(await crawl(weekly)).toBe(1);
  });
});

test("pages are taken from the owner's allowance, and without one the crawl is left out", async () => {
  const limits = { domains: 10, pages: 3 };
  expect(await crawl(watchOf({}, { limits }))).toBe(1);
  expect(await inProgress()).toMatchObject([{ owner: 'o1', limit: 7, admitted: 3 }]);
  await world.workOff();
  world.clock.now += 60_000;
  const without = watchOf({}, { owner: 'o2', limits: { ...limits, pages: 0 } });
  expect(await crawl(without)).toBe(0);
  expect(await crawl(without, watchOf({}, { owner: 'o3', limits }))).toBe(1);
});

test('two watches of an owner both crawl their scopes, the one that has waited longest first', async () => {
  const [whole, part] = [watchOf({}), watchOf({ include: ['/a'] })];
  const scopes: string[] = [];
  for (let day = 0; day < 4; day += 1) {
    expect(await crawl(whole, part)).toBe(1);
    scopes.push((await inProgress())[0]!.scope.include.join());
    await world.workOff();
    world.clock.now += DAY_MS;
  }
  expect(scopes).toEqual(['', '/a', '', '/a']);
});

test('a weekly crawl that reaches its page limit is weekly, although another one has replaced it', async () => {
  const [whole, part] = [watchOf({ every: 'week', pages: 1 }), watchOf({ every: 'week', pages: 1, include: ['/a'] })];
  let started = 0;
  for (let day = 0; day < 14; day += 1) {
    started += await crawl(whole, part);
    await world.workOff();
    world.clock.now += DAY_MS;
  }
  expect(started).toBe(4);
});
