import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { completeForBatch } from '../../../functions/core/domains/complete-record.ts';
import { fetchForBatch } from '../../../functions/core/domains/fetch-domain.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { answering, holdBack, openRecordServices } from '../../support/record-services.ts';

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
let opened: Awaited<ReturnType<typeof openRecordServices>>;

beforeEach(async () => {
  sources = makeSources();
  opened = await openRecordServices(Object.values(sources));
});
afterEach(() => opened.close());

const fetch = (paid: boolean, refresh = false) => {
  const wanted = { domain: 'a.com', refresh, since: opened.clock.now, paid, allowance: null };
  return fetchForBatch(wanted, opened.services);
};
const complete = (paid = false, services = opened.services) => completeForBatch('a.com', { paid }, services);
const entry = async () => (await opened.entryOf())!;
const record = async () => JSON.parse((await entry()).recordJson) as DomainRecord;
const statusOf = async (id: string) => (await record()).sources.find((report) => report.id === id)!.status;
const askedNow = () => Object.values(sources).map(({ asked }) => asked);
const newestSnapshot = async () =>
  (await opened.services.history.read('a.com', { from: '2026-10-01', to: '2026-12-01', limit: 10 })).snapshots[0];
test('what is pending is asked, and completes the record, which stays as old as it is', async () => {
  const { entry: before } = await fetch(false);
  opened.clock.now += HOUR;
  await complete();
  expect(await record()).toMatchObject({ complete: true, archive, popularity: { tranco }, organic: null });
  expect([(await entry()).updatedAt, askedNow()]).toEqual([before.updatedAt, [1, 1, 1, 0]]);
});

test('it is asked by the client of batches', async () => {
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

test('figures that come on the day of the fetch are filled into its snapshot, also by a message that comes again', async () => {
  await fetch(false);
  const amend = () => Promise.reject(new Error('killed'));
  const dying = { ...opened.services, history: { ...opened.services.history, amend } };
  await expect(complete(false, dying)).rejects.toThrow('killed');
  expect(await newestSnapshot()).toMatchObject({ seo_score: 90, tranco_rank: null });
  const { revision } = await entry();
  await complete();
  expect(await newestSnapshot()).toMatchObject({ seo_score: 90, tranco_rank: 7 });
  expect([(await entry()).revision, askedNow()]).toEqual([revision, [1, 1, 1, 0]]);
});

test('a source whose provider has no turn free stays pending, is not put off, and is asked the next time', async () => {
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
  expect([await statusOf('wayback'), askedNow()]).toEqual(['ok', [1, 1, 2, 2]]);
});

test('a source that failed is retried later', async () => {
  await fetch(false);
  sources.tranco.answer = () => ({ status: 'error', error: { code: 'x', message: 'x', retryable: true } });
  await complete();
  await complete();
  expect([await statusOf('tranco'), sources.tranco.asked, opened.sent]).toEqual(['error', 1, []]);
  expect((await entry()).retryAt).not.toBeNull();
});

describe('a paid source', () => {
  test('is not asked without being wanted, even where it is pending', async () => {
    await fetch(true);
    await complete();
    expect([await statusOf('dataforseo'), sources.paid.asked]).toEqual(['pending', 0]);
    await complete(true);
    expect([await record(), sources.paid.asked]).toMatchObject([{ complete: true, organic }, 1]);
  });

  test('is asked where an earlier batch did not want it asked, and a later one does', async () => {
    await fetch(false);
    await complete();
    await complete(true);
    expect([await record(), askedNow()]).toMatchObject([{ complete: true, organic }, [1, 1, 1, 1]]);
  });

  test('that has answered is not paid again, however often the message comes', async () => {
    await fetch(true);
    const held = holdBack(sources.paid);
    const first = complete(true);
    await held.asked;
    await complete(true);
    held.release();
    await first;
    await complete(true);
    expect(sources.paid.asked).toBe(1);
    expect(await record()).toMatchObject({ complete: true, organic, archive });
  });

  test('that another asks already holds up no other source', async () => {
    await fetch(true);
    await opened.services.leases.acquire('paid sources of a.com');
    await complete(true);
    expect([await statusOf('tranco'), await statusOf('dataforseo')]).toEqual(['ok', 'pending']);
  });

  test('that has answered stays as it is where a batch wants it asked', async () => {
    await fetch(true);
    await complete(true);
    await fetch(true);
    await complete(true);
    expect(sources.paid.asked).toBe(1);
  });
});

describe('nothing is asked', () => {
  test('of a domain that is not stored', async () => {
    await complete(true);
    expect(askedNow()).toEqual([0, 0, 0, 0]);
  });

  test('of a domain that the operator has blocked', async () => {
    await fetch(true);
    await opened.services.followed.block('a.com');
    await complete(true);
    expect(askedNow()).toEqual([1, 0, 0, 0]);
  });
});

test('a refresh that comes between is completed, not undone', async () => {
  await fetch(false);
  const held = holdBack(sources.tranco);
  const completing = complete();
  await held.asked;
  opened.clock.now += HOUR;
  sources.site.answer = () => ({ status: 'ok', sections: { seo_score: 50 } });
  await fetch(false, true);
  held.release();
  await completing;
  expect(await record()).toMatchObject({ seo_score: 50, popularity: { tranco }, archive });
});
