import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSiteSlots } from '../../../functions/core/sources/site/site-requests.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createProviderRateLimit, rateLimitKey } from '../../../functions/core/platform/rate-limit.ts';
import { createSiteRateLimits, siteRateLimitKey } from '../../../functions/core/sources/site-slots.ts';
import { coordinationTable, openTables, type TestTables } from '../../support/dynamodb.ts';

const T0 = Date.parse('2026-11-22T12:00:00Z');
const table = coordinationTable.name;
/** Timers count from when their loop last looked at the clock. */
const TIMER_EARLY_MS = 5;

let tables: TestTables;
let client: DynamoDB;
let clock: { now: number };

beforeAll(async () => {
  tables = await openTables(coordinationTable);
  client = tables.db;
});
afterAll(() => tables.close());

/** Of an instance of its own. */
const instance = ({ maxWaitMs = 4_000, overridden = '' } = {}) =>
  createSiteSlots(
    createProviderRateLimit(client, table, () => clock.now),
    maxWaitMs,
    (host) => host === overridden,
  );
const wanted = (host: string, count: number, crawlDelaySeconds: number | null = null) => ({
  host,
  count,
  crawlDelaySeconds,
});
/** Milliseconds after the start, at which the next turn of a domain is free; `null` where none was ever taken. */
const nextAt = async (host: string): Promise<number | null> => {
  const { Item } = await client.get({ TableName: table, Key: rateLimitKey(siteRateLimitKey(host)) });
  return Item ? Item.next_at - T0 : null;
};
const start = () => {
  clock = { now: T0 };
};

describe('turns at the hosts of a registrable domain', () => {
  test('come a second apart, for all its hosts and over all instances', async () => {
    start();
    await instance()(wanted('www.apart.com', 3));
    expect(await nextAt('apart.com')).toBe(3_000);
    clock.now = T0 + 2_995;
    await instance()(wanted('shop.apart.com', 2));
    expect(await nextAt('apart.com')).toBe(5_000);
    expect(await nextAt('other.com')).toBeNull();
  });

  test('are those of a customer, where a company gives names to its customers', async () => {
    start();
    await instance()(wanted('one.github.io', 1));
    expect([await nextAt('www.one.github.io'), await nextAt('two.github.io')]).toEqual([1_000, null]);
  });

  test.each([
    ['2.5 s are obeyed', 2.5, 7_500],
    ['less than a second changes nothing', 0.2, 3_000],
    ['none changes nothing', null, 3_000],
    ['an hour is ten seconds', 3_600, 30_000],
  ])('of a Crawl-delay, %s', async (name, seconds, expected) => {
    start();
    const host = `delay-${String(seconds).replace('.', '-')}.com`;
    await instance({ maxWaitMs: 45_000 })(wanted(host, 3, seconds));
    expect([name, await nextAt(host)]).toEqual([name, expected]);
  });

  test('are not taken where the last would come too late, and none is lost by that', async () => {
    start();
    await expect(instance()(wanted('late.com', 6))).rejects.toMatchObject({ code: 'busy' });
    expect(await nextAt('late.com')).toBeNull();
    await expect(instance()({ ...wanted('late.com', 3), withinMs: 1_900 })).rejects.toMatchObject({ code: 'busy' });
    expect(await nextAt('late.com')).toBeNull();
    await instance()(wanted('late.com', 3));
    // The first of these would come in 3 s, the last in 5.
    await expect(instance()(wanted('late.com', 3))).rejects.toMatchObject({ code: 'busy' });
    expect(await nextAt('late.com')).toBe(3_000);
  });

  test('cost nothing where none is wanted', async () => {
    start();
    await instance()(wanted('none.com', 0));
    expect(await nextAt('none.com')).toBeNull();
  });

  test('are given to nobody while the site wants no requests', async () => {
    start();
    const turns = await instance()(wanted('rest.com', 1));
    await turns.rest(120_000);
    clock.now = T0 + 60_000;
    const refusal = { code: 'retry_later', waitMs: 60_000 };
    await expect(instance()(wanted('www.rest.com', 1))).rejects.toMatchObject(refusal);
    clock.now = T0 + 120_001;
    await expect(instance()(wanted('www.rest.com', 1))).resolves.toBeDefined();
  });

  test('are deleted with the domain', async () => {
    start();
    await instance()(wanted('www.forgotten.com', 4));
    await instance()(wanted('kept.com', 4));
    await createSiteRateLimits(client, table).deleteDomain('forgotten.com');
    expect([await nextAt('forgotten.com'), await nextAt('kept.com')]).toEqual([null, 4_000]);
  });
});

describe('a host that the operator resolves himself', () => {
  const own = () => instance({ overridden: 'site.example' });

  test.each([null, 0, 0.04])('has no pace with a Crawl-delay of %p', async (seconds) => {
    start();
    await own()(wanted('site.example', 100, seconds));
    expect(await nextAt('site.example')).toBeNull();
  });

  test('keeps its Crawl-delay: each turn comes so long after the one before', async () => {
    clock = { now: Date.now() };
    const begun = performance.now();
    const turns = await own()(wanted('site.example', 3, 0.1));
    const came: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await turns.next();
      came.push(performance.now() - begun);
    }
    for (const [turn, at] of came.entries()) expect(at).toBeGreaterThanOrEqual(turn * 100 - TIMER_EARLY_MS);
    expect(await nextAt('site.example')).toBe(clock.now + 300 - T0);
  });
});

test('who comes too late for a turn takes another, since the next may be that of somebody else', async () => {
  start();
  const turns = await instance()(wanted('late.example', 2));
  expect(await nextAt('late.example')).toBe(2_000);
  await turns.next();
  await sleep(1_150);
  clock.now = T0 + 2_500;
  await turns.next();
  expect(await nextAt('late.example')).toBe(3_500);
});
