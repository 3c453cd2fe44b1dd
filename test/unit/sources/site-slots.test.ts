import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createSiteSlots } from '../../../functions/core/sources/site/site-requests.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createProviderRateLimit, rateLimitKey } from '../../../functions/core/platform/rate-limit.ts';
import { createSiteRateLimits, siteRateLimitKey } from '../../../functions/core/sources/site-slots.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const T0 = Date.parse('2026-11-22T12:00:00Z');
const table = coordinationTable.name;
/** Timers may end early by the age of the event loop's time. */
const TIMER_EARLY_MS = 5;

let client: DynamoDB;
let clock: { now: number };

const tables = useOpened(() => createTestTables(coordinationTable));
beforeAll(() => {
  client = tables.db;
});

/** Slots of a new instance. */
const instance = ({ maxWaitMs = 4_000, overridden = '' } = {}) =>
  createSiteSlots(
    createProviderRateLimit(client, table, () => clock.now),
    maxWaitMs,
    (host) => host === overridden,
  );
const request = (host: string, count: number, crawlDelaySeconds: number | null = null) => ({
  host,
  count,
  crawlDelaySeconds,
});
/** Milliseconds after the start, at which the next slot of a domain is free; `null` if none was ever taken. */
const nextAt = async (host: string): Promise<number | null> => {
  const { Item } = await client.get({ TableName: table, Key: rateLimitKey(siteRateLimitKey(host)) });
  return Item ? Item.next_at - T0 : null;
};
const start = () => {
  clock = { now: T0 };
};

describe('slots of the hosts of a registrable domain', () => {
  test('are a second apart, for all its hosts and over all instances', async () => {
    start();
    await instance()(request('www.apart.com', 3));
    expect(await nextAt('apart.com')).toBe(3_000);
    clock.now = T0 + 2_995;
    await instance()(request('shop.apart.com', 2));
    expect(await nextAt('apart.com')).toBe(5_000);
    expect(await nextAt('other.com')).toBeNull();
  });

  test('are separate for each private domain of a shared suffix', async () => {
    start();
    await instance()(request('one.github.io', 1));
    expect([await nextAt('www.one.github.io'), await nextAt('two.github.io')]).toEqual([1_000, null]);
  });

  test.each([
    ['2.5 s is applied', 2.5, 7_500],
    ['less than a second changes nothing', 0.2, 3_000],
    ['none changes nothing', null, 3_000],
    ['an hour is ten seconds', 3_600, 30_000],
  ])('with a Crawl-delay: %s', async (name, seconds, expected) => {
    start();
    const host = `delay-${String(seconds).replace('.', '-')}.com`;
    await instance({ maxWaitMs: 45_000 })(request(host, 3, seconds));
    expect([name, await nextAt(host)]).toEqual([name, expected]);
  });

  test('are not taken if the last one is too late, and none is lost', async () => {
    start();
    await expect(instance()(request('late.com', 6))).rejects.toMatchObject({ code: 'busy' });
    expect(await nextAt('late.com')).toBeNull();
    await expect(instance()({ ...request('late.com', 3), withinMs: 1_900 })).rejects.toMatchObject({ code: 'busy' });
    expect(await nextAt('late.com')).toBeNull();
    await instance()(request('late.com', 3));
    // The first of these slots is in 3 s, the last in 5 s.
    await expect(instance()(request('late.com', 3))).rejects.toMatchObject({ code: 'busy' });
    expect(await nextAt('late.com')).toBe(3_000);
  });

  test('are not written if none is requested', async () => {
    start();
    await instance()(request('none.com', 0));
    expect(await nextAt('none.com')).toBeNull();
  });

  test('are not available while the site pauses requests', async () => {
    start();
    const slots = await instance()(request('rest.com', 1));
    await slots.rest(120_000);
    clock.now = T0 + 60_000;
    const refusal = { code: 'retry_later', waitMs: 60_000 };
    await expect(instance()(request('www.rest.com', 1))).rejects.toMatchObject(refusal);
    clock.now = T0 + 120_001;
    await expect(instance()(request('www.rest.com', 1))).resolves.toBeDefined();
  });

  test('are deleted with the domain', async () => {
    start();
    await instance()(request('www.deleted.com', 4));
    await instance()(request('kept.com', 4));
    await createSiteRateLimits(client, table).deleteDomain('deleted.com');
    expect([await nextAt('deleted.com'), await nextAt('kept.com')]).toEqual([null, 4_000]);
  });

  test('are not available while the site pauses requests, when another of its hosts is deleted', async () => {
    start();
    const slots = await instance()(request('shared.com', 1));
    await slots.rest(120_000);
    await createSiteRateLimits(client, table).deleteDomain('blog.shared.com');
    await expect(instance()(request('shared.com', 1))).rejects.toMatchObject({ code: 'retry_later' });
  });
});

describe('a host with an address from the settings', () => {
  const own = () => instance({ overridden: 'site.example' });

  test.each([null, 0, 0.04])('has no rate limit with a Crawl-delay of %p', async (seconds) => {
    start();
    await own()(request('site.example', 100, seconds));
    expect(await nextAt('site.example')).toBeNull();
  });

  test('respects its Crawl-delay between slots', async () => {
    clock = { now: Date.now() };
    const startedAt = performance.now();
    const slots = await own()(request('site.example', 3, 0.1));
    const times: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      await slots.next();
      times.push(performance.now() - startedAt);
    }
    for (const [index, at] of times.entries()) expect(at).toBeGreaterThanOrEqual(index * 100 - TIMER_EARLY_MS);
    expect(await nextAt('site.example')).toBe(clock.now + 300 - T0);
  });
});

test('a caller that is too late for its slot takes another one, since the next may be that of another caller', async () => {
  start();
  const slots = await instance()(request('late.example', 2));
  expect(await nextAt('late.example')).toBe(2_000);
  await slots.next();
  await sleep(1_150);
  clock.now = T0 + 2_500;
  await slots.next();
  expect(await nextAt('late.example')).toBe(3_500);
});
