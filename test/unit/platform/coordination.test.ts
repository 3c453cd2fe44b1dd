import { beforeAll, describe, expect, test } from '@jest/globals';
import { createOnceMarkers } from '../../../functions/core/platform/coordination.ts';
import { createDailyBudget, readSpending } from '../../../functions/core/sources/providers/daily-budget.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createSharedCache } from '../../../functions/core/sources/providers/shared-cache.ts';
import { createProviderRateLimit } from '../../../functions/core/platform/rate-limit.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

let client: DynamoDB;
const table = coordinationTable.name;
/** Timers may end early by the age of the event loop's time. */
const TIMER_EARLY_MS = 5;

const tables = useOpened(() => createTestTables(coordinationTable));
beforeAll(() => {
  client = tables.db;
});

describe('the rate limit of a provider, over all instances', () => {
  test('no request of any instance starts before its slot, which is an interval after the previous one', async () => {
    const limit = { key: 'apart', intervalMs: 400 };
    const startedAt = Date.now();
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const slot = await createProviderRateLimit(client, table, Date.now).take(limit, 5_000);
        starts.push(Date.now());
        await slot.end('answered');
      }),
    );
    starts.sort((a, b) => a - b);
    // A busy machine may delay a request, so that the next one follows earlier, but not before its slot.
    for (const [index, start] of starts.entries()) {
      expect(start - startedAt).toBeGreaterThanOrEqual(index * limit.intervalMs - TIMER_EARLY_MS);
    }
  });

  test('a request that would wait too long is rejected at once, and takes no slot', async () => {
    const rateLimit = createProviderRateLimit(client, table, Date.now);
    const limit = { key: 'busy', intervalMs: 60_000 };
    await rateLimit.take(limit, 0);
    await expect(rateLimit.take(limit, 1_000)).rejects.toMatchObject({ code: 'busy' });
    await expect(rateLimit.take(limit, 1_000)).rejects.toMatchObject({ code: 'busy' });
    const refusal = (await rateLimit.take(limit, 1_000).catch((error: unknown) => error)) as { waitMs: number };
    expect(refusal.waitMs).toBeLessThanOrEqual(60_000);
  });

  test('a serial provider gets one request at a time', async () => {
    const rateLimit = createProviderRateLimit(client, table, Date.now);
    const limit = { key: 'serial', intervalMs: 0, serial: true };
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const slot = await rateLimit.take(limit, 10_000);
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 50));
        running -= 1;
        await slot.end('answered');
      }),
    );
    expect(most).toBe(1);
  });

  test('a serial provider is available again when the slot of a terminated request has expired', async () => {
    const clock = { now: 1_000_000 };
    const rateLimit = createProviderRateLimit(client, table, () => clock.now);
    const limit = { key: 'orphan', intervalMs: 0, serial: true };
    await rateLimit.take(limit, 0);
    await expect(rateLimit.take(limit, 0)).rejects.toMatchObject({ code: 'busy' });
    clock.now += 61_000;
    await expect(rateLimit.take(limit, 0)).resolves.toBeDefined();
  });

  test('all instances respect Retry-After', async () => {
    const clock = { now: 1_000_000 };
    const rateLimit = createProviderRateLimit(client, table, () => clock.now);
    const limit = { key: 'retry', intervalMs: 0 };
    await (await rateLimit.take(limit, 0)).end({ retryAfterMs: 120_000 });
    const other = createProviderRateLimit(client, table, () => clock.now);
    await expect(other.take(limit, 0)).rejects.toMatchObject({ code: 'retry_later', waitMs: 120_000 });
    clock.now += 120_001;
    await expect(other.take(limit, 0)).resolves.toBeDefined();
  });

  test('requests that wait for a slot are rejected when a Retry-After is received', async () => {
    const rateLimit = createProviderRateLimit(client, table, Date.now);
    const limit = { key: 'line', intervalMs: 300 };
    const first = await rateLimit.take(limit, 5_000);
    const waiting = [rateLimit.take(limit, 5_000), rateLimit.take(limit, 5_000)];
    await first.end({ retryAfterMs: 120_000 });
    for (const { reason } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 'retry_later' });
    }
  });

  test('a pause is not extended by failures of requests that were in progress at its start', async () => {
    const clock = { now: 1_000_000 };
    const rateLimit = createProviderRateLimit(client, table, () => clock.now);
    const limit = { key: 'in progress', intervalMs: 0 };
    const slots = await Promise.all(Array.from({ length: 9 }, () => rateLimit.take(limit, 0)));
    clock.now += 10;
    for (const slot of slots) await slot.end('failed');
    await expect(rateLimit.take(limit, 0)).rejects.toMatchObject({ code: 'source_down', waitMs: 300_000 });
  });

  test('a pause by Retry-After is not shortened by a failure or a shorter Retry-After', async () => {
    const clock = { now: 1_000_000 };
    const rateLimit = createProviderRateLimit(client, table, () => clock.now);
    const limit = { key: 'longest', intervalMs: 0 };
    const slots = await Promise.all(Array.from({ length: 8 }, () => rateLimit.take(limit, 0)));
    clock.now += 10;
    await slots.pop()!.end({ retryAfterMs: 3_600_000 });
    await slots.pop()!.end({ retryAfterMs: 1_000 });
    for (const slot of slots) await slot.end('failed');
    await expect(rateLimit.take(limit, 0)).rejects.toMatchObject({ code: 'retry_later', waitMs: 3_600_000 });
  });

  test('a provider that fails five times in a row is paused, longer each time, until it answers', async () => {
    const clock = { now: 1_000_000 };
    const rateLimit = createProviderRateLimit(client, table, () => clock.now);
    const limit = { key: 'down', intervalMs: 0 };
    const fail = async () => (await rateLimit.take(limit, 0)).end('failed');
    for (let failure = 0; failure < 5; failure += 1) await fail();
    await expect(rateLimit.take(limit, 0)).rejects.toMatchObject({ code: 'source_down', waitMs: 300_000 });
    clock.now += 300_001;
    await fail();
    await expect(rateLimit.take(limit, 0)).rejects.toMatchObject({ code: 'source_down', waitMs: 600_000 });
    clock.now += 600_001;
    await (await rateLimit.take(limit, 0)).end('answered');
    await fail();
    await expect(rateLimit.take(limit, 0)).resolves.toBeDefined();
  });
});

describe('the lists of providers', () => {
  test('a list is loaded by one instance and read by all others until it expires', async () => {
    const clock = { now: 1_000_000 };
    let loads = 0;
    const load = () => Promise.resolve({ services: ['a', '站'], load: (loads += 1) });
    const instance = () => createSharedCache(client, table, () => clock.now);
    const first = instance();
    expect(await first('list', 1_000, load)).toMatchObject({ services: ['a', '站'], load: 1 });
    expect(await first('list', 1_000, load)).toMatchObject({ load: 1 });
    expect(await instance()('list', 1_000, load)).toMatchObject({ load: 1 });
    clock.now += 1_001;
    expect(await instance()('list', 1_000, load)).toMatchObject({ load: 2 });
  });

  test('a failed load is thrown and not cached', async () => {
    const shared = createSharedCache(client, table, Date.now);
    await expect(shared('broken', 1_000, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await shared('broken', 1_000, () => Promise.resolve('up'))).toBe('up');
  });
});

describe('the daily budget', () => {
  test('is never exceeded by concurrent requests, and is reset at the start of the day (UTC)', async () => {
    const clock = { now: Date.parse('2026-03-01T23:59:00Z') };
    const budget = createDailyBudget(client, table, 0.1, () => clock.now);
    const reserved = await Promise.all(Array.from({ length: 10 }, () => budget.reserve(0.03, 'dataforseo')));
    expect(reserved.filter(Boolean)).toHaveLength(3);
    clock.now += 120_000;
    expect(await budget.reserve(0.03, 'dataforseo')).not.toBeNull();
  });

  test('has the cost of each source; an amount without a source belongs to none', async () => {
    const day = '2026-06-01';
    const Item = { id: `budget#${day}`, spent_micro_usd: 20_000 };
    await client.put({ TableName: table, Item });
    const budget = createDailyBudget(client, table, 1, () => Date.parse(`${day}T00:00:00Z`));
    const [one] = await Promise.all([budget.reserve(0.05, 'dataforseo'), budget.reserve(0.03, 'other')]);
    await one!.settle(0.01);
    expect(await readSpending(client, table, [day])).toEqual(
      new Map([[day, { usd: 0.06, bySource: { dataforseo: 0.01, other: 0.03 } }]]),
    );
  });

  test('counts the actual cost of a request', async () => {
    const budget = createDailyBudget(client, table, 0.1, () => Date.parse('2026-04-01T00:00:00Z'));
    for (let request = 0; request < 10; request += 1) {
      const reservation = await budget.reserve(0.05, 'dataforseo');
      expect(reservation !== null).toBe(request < 6);
      await reservation?.settle(0.01);
    }
  });

  test('settles a reservation of before midnight on its own day', async () => {
    const clock = { now: Date.parse('2026-05-01T23:59:59Z') };
    const budget = createDailyBudget(client, table, 0.1, () => clock.now);
    const reservation = await budget.reserve(0.05, 'dataforseo');
    clock.now += 5_000;
    await reservation!.settle(0.01);
    expect(await readSpending(client, table, ['2026-05-01', '2026-05-02'])).toEqual(
      new Map([['2026-05-01', { usd: 0.01, bySource: { dataforseo: 0.01 } }]]),
    );
  });

  test('reserves nothing if it is zero or too small', async () => {
    expect(await createDailyBudget(client, table, 0, Date.now).reserve(0.01, 'dataforseo')).toBeNull();
    expect(await createDailyBudget(client, table, 0.005, Date.now).reserve(0.01, 'dataforseo')).toBeNull();
  });
});

test('a claim is given to one of many callers, and again after it has expired', async () => {
  const clock = { now: 1_000_000 };
  const claims = createOnceMarkers(client, table, () => clock.now);
  const won = await Promise.all(Array.from({ length: 8 }, () => claims.claim('retry a.com', 60_000)));
  expect(won.filter(Boolean)).toHaveLength(1);
  clock.now += 60_000;
  expect(await claims.claim('retry a.com', 60_000)).toBe(true);
});
