import { afterEach, expect, test } from '@jest/globals';
import { repeatCrawl } from '../../../../functions/core/sites/crawl/begin-crawl.ts';
import { closeServers } from '../../platform/network/local-servers.ts';
import { html, openCrawlWorld } from './crawl-world.ts';
import { useFresh } from '../../../support/use-opened.ts';

const DAY_MS = 86_400_000;
const DOMAIN = 'site.example';
const world = useFresh(() => openCrawlWorld({ '/': html('Home', '/a'), '/a': html('A', '/') }));
afterEach(() => {
  closeServers();
});

const repeat = (maxPages = 5_000) => repeatCrawl(DOMAIN, maxPages, world.services);

test('a site is crawled again a week after its last crawl, with the same page limit and no owner', async () => {
  await world.crawl(7);
  world.clock.now += 7 * DAY_MS - 1;
  expect(await repeat()).toBe(false);
  world.clock.now += 1;
  expect(await repeat()).toBe(true);
  const { open } = await world.read();
  expect(open).toMatchObject({ pageLimit: 7, admitted: 7, owner: null });
  expect(world.messages).toHaveLength(1);
});

test('a repeated crawl has the settings of the last one, but the default rate', async () => {
  const settings = { include: ['/a'], exclude: [], depth: 4 };
  await world.begin(7, null, DOMAIN, { ...settings, rate: 8 });
  await world.workOff();
  world.clock.now += 7 * DAY_MS;
  await repeat();
  expect((await world.read()).open!.settings).toEqual(settings);
});

test('a repeated crawl is followed by the next one a week later', async () => {
  await world.crawl();
  world.clock.now += 8 * DAY_MS;
  expect(await repeat()).toBe(true);
  expect(await repeat()).toBe(false);
  await world.workOff();
  expect(await repeat()).toBe(false);
  world.clock.now += 7 * DAY_MS;
  expect(await repeat()).toBe(true);
});

test('a repeated crawl has the page limit that the operator allows now when it is lower', async () => {
  await world.crawl(100);
  world.clock.now += 7 * DAY_MS;
  await repeat(20);
  expect((await world.read()).open).toMatchObject({ pageLimit: 20 });
});

test('a site is not crawled when it was never crawled or its last crawl was cancelled', async () => {
  expect(await repeat()).toBe(false);
  const owned = { domain: DOMAIN, id: '20261101T000000000Z00000000', owner: 'owner-1', pageLimit: 5, admitted: 5 };
  await world.services.crawls.begin(owned);
  await world.services.crawls.cancel(DOMAIN, 'owner-1');
  await world.services.queue.send({ domain: DOMAIN, id: owned.id, slices: 0 });
  await world.workOff();
  expect((await world.read()).ended).toMatchObject([{ stopReason: 'cancelled' }]);
  world.clock.now += 30 * DAY_MS;
  expect(await repeat()).toBe(false);
});

test('a domain that the operator has blocked is skipped without an error', async () => {
  await world.crawl();
  world.clock.now += 7 * DAY_MS;
  const { followed } = world.services;
  world.services.followed = { ...followed, isBlocked: () => Promise.resolve(true) };
  expect(await repeat()).toBe(false);
  expect((await world.read()).open).toBeNull();
});
