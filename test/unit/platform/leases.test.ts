import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidParameter, ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { fetchOnce, type FetchOnceOptions, holdLease } from '../../../functions/core/platform/leases.ts';
import type { CachedRecord } from '../../../functions/core/record/cached-record.ts';
import { createFetchLeases, type FetchLeases } from '../../../functions/core/platform/coordination.ts';
import { coordinationTable, openTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

/** Short, so that tests do not wait long until it expires. */
const LEASE_MS = 900;
let leases: FetchLeases;
/** With the deployed duration: a busy process renews it in time. */
let longLeases: FetchLeases;
const tables = useOpened(() => openTables(coordinationTable));
beforeAll(() => {
  const db = tables.db;
  leases = createFetchLeases(db, coordinationTable.name, Date.now, LEASE_MS);
  longLeases = createFetchLeases(db, coordinationTable.name, Date.now);
});

/** A stored record and its callers, which share only the tables, like instances of a function. */
function callers(domain: string, fetchMs = 300, heldLeases = leases) {
  let stored: CachedRecord | null = null;
  let fetches = 0;
  const record = { domain, recordJson: '{}' } as CachedRecord;
  const fetch = async () => {
    fetches += 1;
    await sleep(fetchMs);
    stored = record;
    return record;
  };
  const call = (override: Partial<Pick<FetchOnceOptions<CachedRecord>, 'fetch' | 'deadline'>> = {}) =>
    fetchOnce({
      name: domain,
      leases: heldLeases,
      readFresh: () => Promise.resolve(stored),
      fetch,
      now: Date.now,
      leastFetchMs: 12_000,
      deadline: Date.now() + 20_000,
      ...override,
    });
  return { call, fetch, record, fetches: () => fetches };
}

test('fifty concurrent callers make one fetch and all get its record', async () => {
  const { call, record, fetches } = callers('many.com', 300, longLeases);
  const answers = await Promise.all(Array.from({ length: 50 }, () => call()));
  expect(fetches()).toBe(1);
  expect(answers.every((answer) => answer === record)).toBe(true);
});

test('fetchOnce deletes the lease after the fetch', async () => {
  const { call } = callers('done.com', 10);
  await call();
  expect(await leases.read('done.com')).toBeNull();
});

test('a failed fetch returns its error to the waiting callers, and the next caller fetches again', async () => {
  const { call, record } = callers('failing.com');
  const failing = async () => {
    await sleep(200);
    throw new ServiceError('all_sources_failed', { message: 'nobody answered' });
  };
  const first = call({ fetch: failing });
  await sleep(50);
  const results = await Promise.allSettled([first, call(), call()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { code: 'all_sources_failed', message: 'nobody answered' } });
  expect(await call()).toBe(record);
});

test('a ServiceError for the holder only releases the lease, so that the next caller fetches at once', async () => {
  const { call, record } = callers('refused.com');
  const refused = () => Promise.reject(invalidParameter('domain', 'blocked'));
  await expect(call({ fetch: refused })).rejects.toThrow('is blocked');
  expect(await leases.read('refused.com')).toBeNull();
  expect(await call()).toBe(record);
});

test('a holder that has lost its lease stores nothing and returns the result of the new holder', async () => {
  const { call, fetch, record, fetches } = callers('lost.com', 400);
  // For an instance whose clock is ahead, the lease of a suspended one has expired.
  const db = tables.db;
  const others = createFetchLeases(db, coordinationTable.name, () => Date.now() + 2 * LEASE_MS, LEASE_MS);
  const answer = await call({
    fetch: async (lease) => {
      const holder = (await others.acquire('lost.com'))!;
      void fetch().then(() => others.release('lost.com', holder));
      expect(await lease.confirm()).toBe(false);
      lease.signal.throwIfAborted();
      throw new Error('stored although the lease was lost');
    },
  });
  expect([answer, fetches()]).toEqual([record, 1]);
});

describe('when the holder is terminated', () => {
  test('one of the waiting callers takes over after the lease has expired', async () => {
    const { call, record, fetches } = callers('orphan.com', 50);
    await leases.acquire('orphan.com');
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers).toEqual([record, record, record]);
    expect(fetches()).toBe(1);
  });

  test('a caller whose deadline is earlier gets 504', async () => {
    const { call } = callers('late.com');
    await leases.acquire('late.com');
    await expect(call({ deadline: Date.now() + 400 })).rejects.toMatchObject({ kind: 'gateway_timeout' });
  });
});

test('a slow holder keeps its lease', async () => {
  const { call, fetches } = callers('slow.com', 2.5 * LEASE_MS);
  const first = call();
  await sleep(2 * LEASE_MS);
  await Promise.all([first, call()]);
  expect(fetches()).toBe(1);
});

test('the old holder neither renews nor releases a lease that was taken over', async () => {
  let clock = 1_000_000;
  const early = createFetchLeases(tables.db, coordinationTable.name, () => clock);
  const old = await early.acquire('taken.com');
  clock += 60_000;
  const holder = await early.acquire('taken.com');
  expect(holder).not.toBeNull();
  expect(await early.renew('taken.com', old!)).toBe(false);
  await early.release('taken.com', old!);
  await early.release('taken.com', old!, 'failed');
  expect(await early.read('taken.com')).toMatchObject({ holder, failure: null });
});

describe('a lease that cannot be released', () => {
  let warn: jest.SpiedFunction<typeof console.warn>;
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => warn.mockRestore());

  /** DynamoDB is down. */
  const brokenLeases = {
    renewEveryMs: 1_000,
    release: () => Promise.reject(new Error('throttled')),
  } as unknown as FetchLeases;
  const lease = { leases: brokenLeases, name: 'a.com', holder: 'me' };

  test('does not change the result of the work', async () => {
    expect(await holdLease(lease, () => Promise.resolve('stored'))).toBe('stored');
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('does not change the error of the work', async () => {
    const failing = () => Promise.reject(new ServiceError('all_sources_failed', { message: 'nobody answered' }));
    await expect(holdLease(lease, failing)).rejects.toThrow('nobody answered');
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
