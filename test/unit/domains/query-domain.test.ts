import { describe, expect, test } from '@jest/globals';
import { queryDomain, type QueryServices } from '../../../functions/core/domains/fetch-domain.ts';
import { answering, fetchForCaller, createTestRecordServices, scriptedSource } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

const WINDOW = { from: '2026-10-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', limit: 10 };

const opened = useFresh(() => createTestRecordServices([answering('site', { seo_score: 90 })]));

const snapshots = async () => (await opened.services.history.read('a.com', WINDOW)).snapshots;
const entry = () => opened.entryOf();
const down = () => Promise.reject(new Error('down'));

test('an entry and its snapshot have the same time', async () => {
  const { updatedAt } = await fetchForCaller({ domain: 'a.com', entry: null }, 'query', opened.services);
  expect(await snapshots()).toMatchObject([{ captured_at: updatedAt, origin: 'query', seo_score: 90 }]);
});

test('no entry is written if the snapshot cannot be written', async () => {
  const history = { ...opened.services.history, add: down };
  await expect(
    fetchForCaller({ domain: 'a.com', entry: null }, 'query', { ...opened.services, history }),
  ).rejects.toThrow('down');
  expect(await entry()).toBeNull();
});

test('the snapshot is kept if the entry cannot be written', async () => {
  const cache = { ...opened.services.cache, create: down };
  await expect(
    fetchForCaller({ domain: 'a.com', entry: null }, 'query', { ...opened.services, cache }),
  ).rejects.toThrow('down');
  expect([await entry(), await snapshots()]).toMatchObject([null, [{ seo_score: 90 }]]);
});

test('nothing is stored for a domain that was blocked in the meantime', async () => {
  await opened.services.followed.block('a.com');
  await expect(fetchForCaller({ domain: 'a.com', entry: null }, 'query', opened.services)).rejects.toThrow(/blocked/);
  expect([await entry(), await snapshots()]).toEqual([null, []]);
});

test('a source whose key could not be read makes the record incomplete and is retried', async () => {
  opened.services.sources.push(
    scriptedSource({ id: 'open_page_rank', fields: ['popularity.open_page_rank'], keys: ['open-page-rank-key'] }),
  );
  const readKeys = () => Promise.resolve({ 'open-page-rank-key': null });
  const { recordJson } = await fetchForCaller({ domain: 'a.com', entry: null }, 'query', {
    ...opened.services,
    readKeys,
  });
  expect(JSON.parse(recordJson)).toMatchObject({
    complete: false,
    sources: [{ id: 'site' }, { id: 'open_page_rank', status: 'error', error: { code: 'keys_unavailable' } }],
  });
});

describe('reads of the entry', () => {
  /** Number of reads of the entry in a query. */
  async function readsOf(query: { refresh?: boolean; wasAbsent?: boolean }): Promise<number> {
    const { cache } = opened.services;
    let reads = 0;
    const counted = {
      ...cache,
      read(...args: Parameters<typeof cache.read>) {
        reads += 1;
        return cache.read(...args);
      },
    };
    const schedule = { recordFirstQuery: () => Promise.resolve(null) };
    const services = { ...opened.services, schedule, cache: counted } as unknown as QueryServices;
    opened.clock.now += 1_000;
    await queryDomain({ domain: 'a.com', refresh: false, allowance: null, ...query }, services);
    return reads;
  }

  test('are two on a miss: before the lease and under it', async () => {
    expect(await readsOf({})).toBe(2);
    expect(await entry()).not.toBeNull();
  });

  test('are one on a miss after a read of the endpoint', async () => {
    expect(await readsOf({ wasAbsent: true })).toBe(1);
    expect(await entry()).not.toBeNull();
  });

  test('are two on a refresh: under the lease and before the write', async () => {
    await readsOf({});
    expect(await readsOf({ refresh: true })).toBe(2);
  });

  test('return an entry that was stored between the read of the endpoint and the lease', async () => {
    await readsOf({});
    opened.services.sources = [];
    expect(await readsOf({ wasAbsent: true })).toBe(1);
  });
});

test('an entry that was created during the fetch of a new domain is completed, not replaced', async () => {
  const other = scriptedSource({ id: 'open_page_rank', fields: ['popularity.open_page_rank'] });
  other.answer = () => ({ status: 'ok', sections: { 'popularity.open_page_rank': 5 } as never });
  const site = opened.services.sources[0]!;
  opened.services.sources = [other];
  await fetchForCaller({ domain: 'a.com', entry: null }, 'query', opened.services);
  other.answer = () => ({ status: 'error' });
  opened.clock.now += 1_000;
  const services = { ...opened.services, sources: [other, site] };
  await fetchForCaller({ domain: 'a.com', entry: null }, 'query', services);
  expect(JSON.parse((await entry())!.recordJson)).toMatchObject({ seo_score: 90, popularity: { open_page_rank: 5 } });
});
