import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { eventOfKey } from '../../support/api-event.ts';
import { fetchAllowance } from '../../../functions/core/accounts/fetch-allowance.ts';
import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import { STOP_CHECK_MS } from '../../../functions/core/crawls/limits.ts';
import type { FollowedDomains } from '../../../functions/core/domains/schedule/followed-domains.ts';
import { coordinationTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { html, createCrawlWorld } from './crawl-world.ts';
import { keyedCallerOf } from '../../../functions/core/platform/http/caller.ts';

const OWNER = 'owner-1';
const PAGES_A_DAY = 5;

let world: Awaited<ReturnType<typeof createCrawlWorld>>;
let admitsHost: boolean;

beforeEach(async () => {
  admitsHost = true;
  const paths = Array.from({ length: 12 }, (_, index) => `/page-${index}`);
  const pages = Object.fromEntries(paths.map((path) => [path, html(path)]));
  world = await createCrawlWorld({ '/': html('Home', ...paths), ...pages });
});
afterEach(async () => {
  closeServers();
  await world.close();
});

const allowances = () => createAllowances(world.tables.db, coordinationTable.name, () => world.clock.now);
const starter = (owner = OWNER) => ({ owner, allowance: allowanceOf(owner) });
const allowanceOf = (owner: string) =>
  fetchAllowance(keyedCallerOf(eventOfKey('key-1')), {
    holders: { find: () => Promise.resolve({ owner, plan: 'basic' }) } as never,
    allowances: allowances(),
    hosts: { admit: () => Promise.resolve(admitsHost) } as never,
    plans: { basic: { domains: 10, pages: PAGES_A_DAY } } as never,
    isReachable: () => false,
    now: () => world.clock.now,
  });
const used = async (owner = OWNER) => (await allowances().used(owner)).pages;

describe('a new crawl', () => {
  test('returns the pages that it did not request to the day on which it began', async () => {
    const began = Date.parse('2027-03-01T23:59:59Z');
    world.clock.now = began;
    await world.begin(500, starter());
    world.clock.now += 2 * 3_600_000;
    await allowances().take(OWNER, 'pages', PAGES_A_DAY);
    await world.services.crawls.cancel('site.example', OWNER);
    await world.workOff();
    const { fetched } = (await world.read()).ended[0]!;
    expect(fetched).toBeLessThan(PAGES_A_DAY);
    expect(await used()).toBe(1);
    world.clock.now = began;
    expect(await used()).toBe(fetched);
  });

  test('may request the pages that are left of the daily allowance, and reports when these stop it', async () => {
    await world.begin(500, starter());
    expect(await used()).toBe(PAGES_A_DAY);
    await world.workOff();
    const { ended } = await world.read();
    expect(ended[0]).toMatchObject({
      ...{
        status: 'stopped',
        stopReason: 'allowance',
        fetched: PAGES_A_DAY,
        limit: 500,
        owner: OWNER,
        isComplete: false,
      },
    });
    expect(await used()).toBe(PAGES_A_DAY);
  });

  test('returns unused pages to the allowance', async () => {
    world.answers['/'] = html('Home', '/page-1');
    await world.begin(4, starter());
    expect(await used()).toBe(4);
    await world.workOff();
    expect((await world.read()).ended[0]).toMatchObject({ status: 'done', stopReason: null, fetched: 2 });
    expect(await used()).toBe(2);
  });

  test('leaves no items when it is deleted, and returns unused pages to the allowance', async () => {
    await world.begin(4, starter());
    world.answers['/page-0'] = (_, response) => {
      world.clock.now += STOP_CHECK_MS;
      void world.services.crawls.deleteDomain('site.example').then(() => response.end(html('Page')));
    };
    await world.workOff();
    expect(await used()).toBe(2);
    const { Count } = await world.tables.documents.send(new ScanCommand({ TableName: siteCrawlsTable.name }));
    expect(Count).toBe(0);
  });

  test('is not started and counts nothing while its owner has one of the domain in progress', async () => {
    expect(await world.begin(2, starter())).toBe(true);
    expect(await world.begin(2, starter(), undefined, { include: ['/page-1'] })).toBe(false);
    expect([world.messages.length, await used()]).toEqual([1, 2]);
  });

  test('is started while crawls of other owners and of the schedule are in progress, and counted for its owner', async () => {
    for (const owner of [OWNER, 'owner-2']) expect(await world.begin(2, starter(owner))).toBe(true);
    expect(await world.begin(2)).toBe(true);
    expect(await world.begin(2)).toBe(false);
    expect([world.messages.length, await used(), await used('owner-2')]).toEqual([3, 2, 2]);
    const { inProgress } = await world.services.crawls.read('site.example', { consistent: true });
    expect(inProgress.map(({ owner }) => owner).toSorted()).toEqual([null, OWNER, 'owner-2'].toSorted());
  });

  test('is started and counted once for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 5 }, () => world.begin(1, starter())));
    expect([world.messages.length, await used()]).toEqual([1, 1]);
  });

  test('is rejected when the allowance is used up, for too many hosts, and for a blocked domain', async () => {
    await world.begin(PAGES_A_DAY, starter(), 'other.example');
    await expect(world.begin(1, starter())).rejects.toMatchObject({ kind: 'domain_allowance_exceeded' });
    world.clock.now += 86_400_000;
    admitsHost = false;
    await expect(world.begin(1, starter())).rejects.toMatchObject({ kind: 'domain_allowance_exceeded' });
    expect(await used()).toBe(0);
    admitsHost = true;
    await (world.services.followed as FollowedDomains).block('site.example');
    await expect(world.begin(1, starter())).rejects.toMatchObject({ kind: 'domain_blocked' });
    expect(await used()).toBe(0);
  });
});
