import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createFetchLeases } from '../../../functions/core/platform/coordination.ts';
import { CRAWL_LEASE_MS, LEASE_RETRY_MS, TURN_MS } from '../../../functions/core/crawls/limits.ts';
import { coordinationTable } from '../../support/dynamodb.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld, crawlSite } from './crawl-world.ts';

const DOMAIN = 'site.example';
const OWNERS = ['owner-1', 'owner-2'];
/** Time between two requests to the site. */
const SLOT_MS = 1_000;
/** Those of one turn, with the one that exceeds its time. */
const REQUESTS_OF_TURN = TURN_MS / SLOT_MS + 1;
const PATHS = Array.from({ length: 30 }, (_, page) => `/page-${page}`);
const SITE: Answers = {
  '/robots.txt': 'User-agent: *\nAllow: /',
  '/sitemap.xml': '<urlset></urlset>',
  '/': html('Home', ...PATHS),
  ...Object.fromEntries(PATHS.map((path) => [path, html(path, '/')])),
};

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

beforeEach(async () => {
  world = await createCrawlWorld({ ...SITE });
  const { crawlSlots } = world.services;
  const machineNow = performance.now.bind(performance);
  let waitedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => machineNow() + waitedMs);
  world.services.leases = createFetchLeases(
    world.tables.db,
    coordinationTable.name,
    () => world.clock.now,
    CRAWL_LEASE_MS,
  );
  // The slots of a site are one second apart.
  world.services.crawlSlots = (request) => {
    waitedMs += SLOT_MS;
    world.clock.now += SLOT_MS;
    return crawlSlots(request);
  };
});
afterEach(async () => {
  jest.restoreAllMocks();
  closeServers();
  await world.close();
});

async function beginAll(...owners: string[]) {
  for (const owner of owners) {
    expect(await world.begin(500, { owner })).toBe(true);
    world.clock.now += 1;
  }
}

/** Processes all messages. @returns the slices in their order, with the delay of the next one */
async function workOff() {
  const slices: { id: string; requests: string[]; nextInMs: number | null }[] = [];
  for (let next = world.messages.shift(); next; next = world.messages.shift()) {
    const { id } = next.task;
    const [before, waiting] = [world.requests.length, world.messages.length];
    await crawlSite(next.task, world.services);
    const nextInMs = world.messages.length > waiting ? world.messages.at(-1)!.delayMs : null;
    slices.push({ id, requests: world.requests.slice(before), nextInMs });
  }
  return slices;
}

test('crawls of two owners take turns, and both have all pages', async () => {
  await beginAll(...OWNERS);
  const slices = await workOff();
  const { inProgress, ended } = await world.read();
  expect(inProgress).toBeNull();
  expect(ended.map(({ owner, isComplete, fetched }) => [owner, isComplete, fetched])).toEqual(
    OWNERS.toReversed().map((owner) => [owner, true, PATHS.length + 1]),
  );
  const rows = await Promise.all(ended.map((crawl) => world.services.crawls.readRows(crawl)));
  expect(rows.map((all) => all.map(({ url }) => new URL(url).pathname))).toEqual(OWNERS.map(() => ['/', ...PATHS]));
  const requested = Object.entries(Object.groupBy(world.requests, (request) => request));
  expect(requested.filter(([, requests]) => requests!.length !== OWNERS.length)).toEqual([]);

  const others = slices.slice(
    0,
    slices.findIndex(({ nextInMs }) => nextInMs === null),
  );
  expect(others.length).toBeGreaterThan(1);
  for (const [index, { id, requests, nextInMs }] of others.entries()) {
    expect(requests.length).toBeLessThanOrEqual(REQUESTS_OF_TURN);
    // Otherwise it would have the lease of the site again before the other crawl tries to get it.
    expect(nextInMs).toBeGreaterThan(LEASE_RETRY_MS);
    expect(id).not.toBe(slices[index + 1]!.id);
  }
});

test('the only crawl of a site continues after the time of a turn', async () => {
  await beginAll('owner-1');
  const [first, ...later] = await workOff();
  expect(first!.requests.length).toBeGreaterThan(REQUESTS_OF_TURN);
  expect(later).toEqual([]);
});

test('a crawl that starts later is noticed during a slice, which then ends after its turn', async () => {
  await beginAll('owner-1');
  world.answers['/page-3'] = (_, response) => {
    void world.begin(500, { owner: 'owner-2' }).then(() => response.end(html('Page')));
  };
  const { task } = world.messages.shift()!;
  await crawlSite(task, world.services);
  expect(world.requests.length).toBeLessThanOrEqual(REQUESTS_OF_TURN);
  const [, own] = world.messages;
  expect(own).toEqual({ task: { ...task, slices: 1 }, delayMs: 2 * LEASE_RETRY_MS });
});

test('a crawl requests nothing while a slice of another one of its site is in progress', async () => {
  await beginAll(...OWNERS);
  const [first, second] = world.messages.splice(0);
  const during: string[] = [];
  world.answers['/page-3'] = (_, response) => {
    const before = world.requests.length;
    void crawlSite(second!.task, world.services).then(() => {
      during.push(...world.requests.slice(before));
      response.end(html('Page'));
    });
  };
  await crawlSite(first!.task, world.services);
  expect(world.requests).toContain('site.example/page-3');
  expect(during).toEqual([]);
  expect(world.messages[0]).toEqual({ task: second!.task, delayMs: LEASE_RETRY_MS });
});

test('a crawl that its owner stops does not stop that of another owner', async () => {
  await beginAll(...OWNERS);
  await crawlSite(world.messages.shift()!.task, world.services);
  expect(await world.services.crawls.cancel(DOMAIN, 'owner-1')).toBe(true);
  await workOff();
  const { ended } = await world.read();
  expect(ended.map(({ owner, stopReason, isComplete }) => [owner, stopReason, isComplete])).toEqual([
    ['owner-2', null, true],
    ['owner-1', 'cancelled', false],
  ]);
});
