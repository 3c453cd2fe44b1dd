import { afterEach, describe, expect, test } from '@jest/globals';
import { type Coverage, repeatCrawl } from '../../../functions/core/crawls/begin-crawl.ts';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import { WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { html, createCrawlWorld } from './crawl-world.ts';
import { useFresh } from '../../support/use-opened.ts';

const DAY_MS = 86_400_000;
const DOMAIN = 'site.example';
const world = useFresh(() => createCrawlWorld({ '/': html('Home', '/a'), '/a': html('A', '/') }));
afterEach(() => {
  closeServers();
});

const repeat = (maxPages = 5_000) => repeatCrawl(DOMAIN, maxPages, world.services);
const crawlAs = (owner: string | null, pages?: number, coverage?: Coverage) => world.crawl(pages, coverage, { owner });

test('a site is crawled again a week after its audit, with the same page limit and no owner', async () => {
  await crawlAs('owner-1', 7);
  world.clock.now += 7 * DAY_MS - 1;
  expect(await repeat()).toBe(false);
  world.clock.now += 1;
  expect(await repeat()).toBe(true);
  const { inProgress } = await world.read();
  expect(inProgress).toMatchObject({ limit: 7, admitted: 7, owner: null });
  expect(world.messages).toHaveLength(1);
});

test.each([
  ['is repeated', true, 6_000],
  ['is repeated with 5,000 pages', false, 5_000],
])('a crawl of 6,000 pages %s if the operator has proved control of the domain: %s', async (_, isProved, limit) => {
  await world.prove('owner-1');
  await crawlAs('owner-1', 6_000);
  if (isProved) await world.prove(OPERATOR);
  world.clock.now += 7 * DAY_MS;
  expect(await repeat(20_000)).toBe(true);
  expect((await world.read()).inProgress).toMatchObject({ limit, owner: null });
});

test('a repeated crawl is one of the whole site, with the default options', async () => {
  await crawlAs('owner-1', 7, { rate: 8, external: true, resources: true });
  world.clock.now += 7 * DAY_MS;
  await repeat();
  const options = { external: false, resources: false, rate: 1 };
  expect((await world.read()).inProgress).toMatchObject({ scope: WHOLE_SITE, options });
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
  expect((await world.read()).inProgress).toMatchObject({ limit: 20 });
});

describe('the repetition', () => {
  test.each<[string, pages: number, Coverage]>([
    ['of one page', 1, {}],
    ['of a part of the site', 500, { include: ['/a'] }],
    ['of a smaller depth', 500, { depth: 0 }],
  ])("is not postponed or replaced by a stranger's crawl %s", async (_, pages, coverage) => {
    const { audit } = await crawlAs('owner-1', 30);
    world.clock.now += 6 * DAY_MS;
    await crawlAs('stranger', pages, coverage);
    world.clock.now += DAY_MS;
    expect(await repeat()).toBe(true);
    const { inProgress, audit: now } = await world.read();
    expect(now!.id).toBe(audit!.id);
    expect(inProgress).toMatchObject({ owner: null, limit: 30, scope: WHOLE_SITE });
  });

  test("starts while a stranger's crawl of the site is in progress", async () => {
    await crawlAs('owner-1');
    world.clock.now += 7 * DAY_MS;
    await world.begin(500, { owner: 'stranger' });
    expect(await repeat()).toBe(true);
  });

  test('is due a week after the crawl that is the audit now, whoever started it', async () => {
    await crawlAs(null);
    world.clock.now += 6 * DAY_MS;
    await crawlAs('owner-1');
    world.clock.now += 6 * DAY_MS;
    expect(await repeat()).toBe(false);
    world.clock.now += DAY_MS;
    expect(await repeat()).toBe(true);
  });

  test('is tried again a week later when it failed, with the limit of the audit', async () => {
    await crawlAs('owner-1', 40);
    world.clock.now += 7 * DAY_MS;
    world.answers['/'] = (_, response) => void response.writeHead(500).end();
    await repeat();
    await world.workOff();
    expect((await world.read()).ended[0]).toMatchObject({ owner: null, stopReason: 'unreachable' });
    world.clock.now += 6 * DAY_MS;
    expect(await repeat()).toBe(false);
    world.clock.now += DAY_MS;
    expect(await repeat()).toBe(true);
    expect((await world.read()).inProgress).toMatchObject({ limit: 40 });
  });

  test('has the limit of an audit that reached it, and not that of a smaller crawl', async () => {
    world.answers['/'] = html('Home', '/a', '/b', '/c');
    await crawlAs('owner-1', 3);
    world.clock.now += DAY_MS;
    await crawlAs('stranger', 2);
    world.clock.now += 7 * DAY_MS;
    expect(await repeat()).toBe(true);
    expect((await world.read()).inProgress).toMatchObject({ limit: 3 });
  });
});

describe('a site is not crawled again', () => {
  test('when it was never crawled', async () => {
    expect(await repeat()).toBe(false);
  });

  test('when only a part of it was crawled', async () => {
    await crawlAs('owner-1', 500, { include: ['/a'] });
    world.clock.now += 30 * DAY_MS;
    expect(await repeat()).toBe(false);
  });

  test('when the operator has stopped its last repetition, until a later crawl has become the audit', async () => {
    await crawlAs('owner-1');
    world.clock.now += 7 * DAY_MS;
    await repeat();
    await world.services.crawls.cancel(DOMAIN, null);
    await world.workOff();
    expect((await world.read()).ended[0]).toMatchObject({ owner: null, stopReason: 'cancelled' });
    world.clock.now += 30 * DAY_MS;
    expect(await repeat()).toBe(false);
    await crawlAs('owner-1');
    world.clock.now += 7 * DAY_MS;
    expect(await repeat()).toBe(true);
  });

  test('when the operator has blocked the domain, without an error', async () => {
    await world.crawl();
    world.clock.now += 7 * DAY_MS;
    const { followed } = world.services;
    world.services.followed = { ...followed, isBlocked: () => Promise.resolve(true) };
    expect(await repeat()).toBe(false);
    expect((await world.read()).inProgress).toBeNull();
  });
});

test('a repetition continues when an owner has stopped a crawl', async () => {
  await crawlAs('owner-1');
  world.clock.now += 7 * DAY_MS;
  await world.begin(500, { owner: 'owner-1' });
  await world.services.crawls.cancel(DOMAIN, 'owner-1');
  await world.workOff();
  expect((await world.read()).ended[0]).toMatchObject({ owner: 'owner-1', stopReason: 'cancelled' });
  expect(await repeat()).toBe(true);
});
