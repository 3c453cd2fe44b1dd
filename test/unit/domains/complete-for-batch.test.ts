import { describe, expect, test } from '@jest/globals';
import { completeForBatch } from '../../../functions/core/domains/complete-record.ts';
import { fetchForBatch } from '../../../functions/core/domains/fetch-domain.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { answering, holdBack, createTestRecordServices } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

const address = { setting: 'TRANCO_URL', baseUrl: 'https://provider.example' } as const;
const tranco = { rank: 7, date: '2026-11-01', rank_30d_ago: null, change_30d: null };
const archive = { first_seen_at: '2001-01-01T00:00:00.000Z', last_seen_at: null };
const organic = { etv: 1, count: 2 } as DomainRecord['organic'];
const HOUR = 60 * 60_000;

const makeSources = () => ({
  site: answering('site', { seo_score: 90 }),
  tranco: answering('tranco', { 'popularity.tranco': tranco }, { address }),
  wayback: answering('wayback', { archive }, { address, inlineMs: 0 }),
  paid: answering('dataforseo', { organic }, { address, backgroundMs: 0, costUsd: 0.01 }),
});

let sources: ReturnType<typeof makeSources>;

const opened = useFresh(() => {
  sources = makeSources();
  return createTestRecordServices(Object.values(sources));
});

const fetch = (paid: boolean, refresh = false) => {
  const request = { domain: 'a.com', refresh, since: opened.clock.now, paid, allowance: null };
  return fetchForBatch(request, opened.services);
};
const complete = (paid = false, services = opened.services) => completeForBatch('a.com', { paid }, services);
const entry = async () => (await opened.entryOf())!;
const record = async () => JSON.parse((await entry()).recordJson) as DomainRecord;
const statusOf = async (id: string) => (await record()).sources.find((report) => report.id === id)!.status;
const requestCounts = () => Object.values(sources).map(({ requests }) => requests);
const newestSnapshot = async () =>
  (await opened.services.history.read('a.com', { from: '2026-10-01', to: '2026-12-01', limit: 10 })).snapshots[0];
test('pending sources are requested and complete the record, whose time of update does not change', async () => {
  const { entry: before } = await fetch(false);
  opened.clock.now += HOUR;
  await complete();
  expect(await record()).toMatchObject({ complete: true, archive, popularity: { tranco }, organic: null });
  expect([(await entry()).updatedAt, requestCounts()]).toEqual([before.updatedAt, [1, 1, 1, 0]]);
});

test('pending sources are requested with the client of batches', async () => {
  await fetch(false);
  const used: string[] = [];
  const clientOf = (mode: string) => ({ request: () => Promise.resolve(void used.push(mode)) });
  opened.services.http = {
    inline: clientOf('inline'),
    background: clientOf('background'),
    batch: clientOf('batch'),
  } as never;
  sources.tranco.fetch = async (_domain, { http }) => {
    await http.request('', {} as never);
    return { status: 'empty' };
  };
  await complete();
  expect(used).toEqual(['batch']);
});

test('values of the day of the fetch are added to its snapshot, also when the message is delivered again', async () => {
  await fetch(false);
  const amend = () => Promise.reject(new Error('killed'));
  const dying = { ...opened.services, history: { ...opened.services.history, amend } };
  await expect(complete(false, dying)).rejects.toThrow('killed');
  expect(await newestSnapshot()).toMatchObject({ seo_score: 90, tranco_rank: null });
  const { revision } = await entry();
  await complete();
  expect(await newestSnapshot()).toMatchObject({ seo_score: 90, tranco_rank: 7 });
  expect([(await entry()).revision, requestCounts()]).toEqual([revision, [1, 1, 1, 0]]);
});

test('a source without a free slot stays pending, is not deferred, and is requested the next time', async () => {
  await fetch(true);
  for (const source of [sources.wayback, sources.paid]) {
    source.answer = () => Promise.reject(new ProviderUnavailable('busy', 5_000));
  }
  await complete(true);
  expect([await statusOf('tranco'), await statusOf('wayback')]).toEqual(['ok', 'pending']);
  expect([await statusOf('dataforseo'), opened.sent]).toEqual(['pending', []]);
  expect((await entry()).retryAt).toBe(opened.clock.now + HOUR / 4);
  Object.assign(sources.wayback, { answer: makeSources().wayback.answer });
  await complete(true);
  expect([await statusOf('wayback'), requestCounts()]).toEqual(['ok', [1, 1, 2, 2]]);
});

test('a source that failed is retried later', async () => {
  await fetch(false);
  sources.tranco.answer = () => ({ status: 'error', error: { code: 'x', message: 'x', retryable: true } });
  await complete();
  await complete();
  expect([await statusOf('tranco'), sources.tranco.requests, opened.sent]).toEqual(['error', 1, []]);
  expect((await entry()).retryAt).not.toBeNull();
});

describe('a paid source', () => {
  test('is not requested if it is excluded, even if it is pending', async () => {
    await fetch(true);
    await complete();
    expect([await statusOf('dataforseo'), sources.paid.requests]).toEqual(['pending', 0]);
    await complete(true);
    expect([await record(), sources.paid.requests]).toMatchObject([{ complete: true, organic }, 1]);
  });

  test('is requested if an earlier batch excluded it and a later one includes it', async () => {
    await fetch(false);
    await complete();
    await complete(true);
    expect([await record(), requestCounts()]).toMatchObject([{ complete: true, organic }, [1, 1, 1, 1]]);
  });

  test('that has answered is not paid again, for any number of deliveries', async () => {
    await fetch(true);
    const held = holdBack(sources.paid);
    const first = complete(true);
    await held.requested;
    await complete(true);
    held.release();
    await first;
    await complete(true);
    expect(sources.paid.requests).toBe(1);
    expect(await record()).toMatchObject({ complete: true, organic, archive });
  });

  test('that another caller requests does not delay other sources', async () => {
    await fetch(true);
    await opened.services.leases.acquire('paid sources of a.com');
    await complete(true);
    expect([await statusOf('tranco'), await statusOf('dataforseo')]).toEqual(['ok', 'pending']);
  });

  test('that has answered is not requested by a batch that includes it', async () => {
    await fetch(true);
    await complete(true);
    await fetch(true);
    await complete(true);
    expect(sources.paid.requests).toBe(1);
  });
});

describe('no source is requested', () => {
  test('for a domain without an entry', async () => {
    await complete(true);
    expect(requestCounts()).toEqual([0, 0, 0, 0]);
  });

  test('for a blocked domain', async () => {
    await fetch(true);
    await opened.services.followed.block('a.com');
    await complete(true);
    expect(requestCounts()).toEqual([1, 0, 0, 0]);
  });
});

test('a concurrent refresh is completed, not overwritten', async () => {
  await fetch(false);
  const held = holdBack(sources.tranco);
  const completing = complete();
  await held.requested;
  opened.clock.now += HOUR;
  sources.site.answer = () => ({ status: 'ok', sections: { seo_score: 50 } });
  await fetch(false, true);
  held.release();
  await completing;
  expect(await record()).toMatchObject({ seo_score: 50, popularity: { tranco }, archive });
});
