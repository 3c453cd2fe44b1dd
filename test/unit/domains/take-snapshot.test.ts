import { beforeEach, describe, expect, test } from '@jest/globals';
import { completeRecord } from '../../../functions/core/domains/complete-record.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import type { CompleteRecordTask } from '../../../functions/core/domains/tasks.ts';
import type { SnapshotServices } from '../../../functions/core/domains/fetch-policies.ts';
import { DomainBusy, takeSnapshot } from '../../../functions/core/domains/take-snapshot.ts';
import { answering, openRecordServices, scriptedSource } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const page = (title: string) =>
  ({ title, http_status: 200, links: { total: 3 }, final_url: 'https://a.com/' }) as never;
const rank = (value: number) => ({ 'popularity.tranco': { rank: value, date: '2026-11-01' } }) as never;

const makeSources = () => ({
  site: answering('site', { page: page('A'), seo_score: 90 }),
  tranco: answering('tranco', rank(5), { maxAgeDays: 7, hasDailyValues: true }),
  // Never answers, so it is due each time.
  pagespeed: scriptedSource({
    id: 'pagespeed',
    fields: ['performance.lab'],
    answer: () => ({ status: 'not_configured' }),
  }),
});

let sources: ReturnType<typeof makeSources>;

const opened = useFresh(() => {
  sources = makeSources();
  return openRecordServices(Object.values(sources));
});
beforeEach(async () => {
  await opened.services.followed.follow('a.com', opened.clock.now);
});

const take = (services: SnapshotServices = opened.services, attempt = 0) =>
  takeSnapshot({ task: 'snapshot', domain: 'a.com', attempt }, services);
const query = () => opened.fetch();
const complete = (task = opened.sent.at(-1)!.task as CompleteRecordTask) => completeRecord(task, opened.services);

const history = () => opened.historyOf();
const scheduled = async () => (await history()).filter(({ origin }) => origin === 'scheduled');

const deleteData = () => opened.deleteItems('a.com');

async function record() {
  return JSON.parse((await opened.entryOf())!.recordJson) as DomainRecord;
}

describe('if a source never answers', () => {
  test('a domain that was queried shortly before gets its daily snapshot', async () => {
    await query();
    opened.clock.now += 2 * HOUR;
    await take();
    expect(await scheduled()).toMatchObject([{ captured_at: '2026-11-01#scheduled', title: 'A', seo_score: 90 }]);
    expect(sources.site.requests).toBe(1);
  });

  test('a home page of the day before and no answer today result in no snapshot', async () => {
    await query();
    opened.clock.now += DAY;
    const failure = { status: 'error', error: { code: 'x', message: 'x', retryable: true } } as const;
    sources.site.answer = () => failure;
    await take();
    expect(await scheduled()).toEqual([]);
  });
});

describe('a slow source', () => {
  beforeEach(() => {
    sources.tranco.inlineMs = 0;
  });

  test('is requested after the lease was released, and its values are added to the snapshot', async () => {
    await take();
    expect(sources.tranco.requests).toBe(0);
    expect(await opened.services.leases.read('a.com')).toBeNull();
    expect(opened.sent.map(({ task }) => task)).toEqual([
      { task: 'complete-record', domain: 'a.com', sources: ['tranco'], attempt: 0 },
    ]);
    expect(await scheduled()).toMatchObject([{ tranco_rank: null }]);
    opened.clock.now += MINUTE;
    await complete();
    expect(await scheduled()).toMatchObject([{ tranco_rank: 5, title: 'A' }]);
  });

  test('is added to a snapshot that was taken from a recent entry', async () => {
    await query();
    opened.clock.now += 2 * HOUR;
    await take();
    opened.clock.now += MINUTE;
    await complete();
    expect((await history()).map(({ origin, tranco_rank }) => [origin as string, tranco_rank as number])).toEqual([
      ['scheduled', 5],
      ['query', 5],
    ]);
  });

  test('that answers on another day does not change the snapshot', async () => {
    await take();
    opened.clock.now += DAY;
    await complete();
    expect(await scheduled()).toMatchObject([{ tranco_rank: null }]);
    expect((await record()).popularity.tranco).toMatchObject({ rank: 5 });
  });

  test('does not change a snapshot from before its fetch', async () => {
    await take();
    opened.clock.now += HOUR;
    await query();
    opened.clock.now += MINUTE;
    await complete();
    expect((await history()).map(({ origin, tranco_rank }) => [origin as string, tranco_rank as unknown])).toEqual([
      ['scheduled', null],
      ['query', 5],
    ]);
  });
});

test('a busy source is deferred too', async () => {
  sources.tranco.backgroundMs = 0;
  sources.tranco.answer = () => Promise.reject(new ProviderUnavailable('busy', 5_000));
  await take();
  expect(opened.sent.map(({ task }) => task)).toEqual([
    { task: 'complete-record', domain: 'a.com', sources: ['tranco'], attempt: 0 },
  ]);
});

test('a rank that was not requested today is not in the snapshot', async () => {
  await take();
  opened.clock.now += DAY;
  await take();
  expect((await scheduled()).map(({ tranco_rank }) => tranco_rank as unknown)).toEqual([5, null]);
  expect(sources.tranco.requests).toBe(1);
  expect((await record()).popularity.tranco).toMatchObject({ rank: 5 });
});

describe('the remaining days of a certificate', () => {
  const end = Date.parse('2026-12-01T12:00:00Z');
  const failure = { status: 'timeout', error: { code: 'timeout', message: 'Late', retryable: true } } as const;
  let tls: ReturnType<typeof scriptedSource>;
  beforeEach(() => {
    tls = scriptedSource({
      id: 'tls',
      fields: ['tls'],
      countsDown: true,
      answer: () => ({
        status: 'ok',
        sections: { tls: { days_remaining: Math.floor((end - opened.clock.now) / DAY) } as never },
      }),
    });
    opened.services.sources.push(tls);
    opened.clock.now = Date.parse('2026-11-01T23:00:00Z');
  });
  const remaining = async () =>
    (await history()).map(({ captured_at, tls_days_remaining }) => [
      (captured_at as string).slice(0, 10),
      tls_days_remaining as unknown,
    ]);

  test('are those of the day of the snapshot, even after a query of the evening before', async () => {
    await query();
    opened.clock.now += 14 * HOUR;
    await take();
    expect(await remaining()).toEqual([
      ['2026-11-01', 29],
      ['2026-11-02', 28],
    ]);
  });

  test('are not known if the host did not answer that day', async () => {
    await query();
    opened.clock.now += 14 * HOUR;
    tls.answer = () => failure;
    await take();
    expect(await remaining()).toEqual([
      ['2026-11-01', 29],
      ['2026-11-02', null],
    ]);
  });

  test('are requested once a day', async () => {
    await query();
    opened.clock.now += 50 * MINUTE;
    await take();
    expect(tls.requests).toBe(1);
    expect(await remaining()).toEqual([
      ['2026-11-01', 29],
      ['2026-11-01', 29],
    ]);
  });

  test('that are measured late are added only to the snapshots of that day', async () => {
    tls.answer = () => failure;
    await query();
    opened.clock.now += 2 * HOUR;
    await take();
    tls.answer = () => ({ status: 'ok', sections: { tls: { days_remaining: 28 } as never } });
    await complete({ task: 'complete-record', domain: 'a.com', sources: ['tls'], attempt: 0 });
    expect(await remaining()).toEqual([
      ['2026-11-01', null],
      ['2026-11-02', 28],
    ]);
  });
});

test('values that complete the entry during the snapshot are kept', async () => {
  sources.tranco.inlineMs = 0;
  await query();
  const task = opened.sent.at(-1)!.task as CompleteRecordTask;
  opened.clock.now += DAY;
  sources.site.answer = async () => {
    opened.clock.now += MINUTE;
    await complete(task);
    return { status: 'ok', sections: { page: page('B'), seo_score: 80 } };
  };
  await take();
  expect(await record()).toMatchObject({ page: { title: 'B' }, popularity: { tranco: { rank: 5 } } });
});

test('a domain that is blocked and deleted during its fetch has no stored data afterwards', async () => {
  const past = [{ date: '2026-10-30', values: { tranco_rank: 7 } }];
  sources.tranco.answer = () => ({ status: 'ok', sections: rank(5), past });
  sources.site.answer = async () => {
    await opened.services.followed.block('a.com');
    await deleteData();
    await opened.services.followed.deleteDomain('a.com');
    return { status: 'ok', sections: { page: page('A'), seo_score: 90 } };
  };
  await take();
  expect(await opened.services.cache.read('a.com')).toBeNull();
  expect(await history()).toEqual([]);
  expect(opened.sent).toEqual([]);
});

test('a domain that is deleted without its lease during its fetch stays deleted', async () => {
  await query();
  opened.clock.now += DAY;
  sources.site.answer = async () => {
    await deleteData();
    return { status: 'ok', sections: { page: page('New'), seo_score: 90 } };
  };
  await take();
  expect(await opened.services.cache.read('a.com')).toBeNull();
  expect(await history()).toEqual([]);
});

describe('while another caller fetches the domain', () => {
  beforeEach(async () => {
    await opened.services.leases.acquire('a.com');
  });

  test('the snapshot is deferred', async () => {
    await take();
    expect(opened.sent).toEqual([{ task: { task: 'snapshot', domain: 'a.com', attempt: 1 }, delayMs: 30_000 }]);
    expect(await scheduled()).toEqual([]);
  });

  test('at each attempt, the task fails', async () => {
    await expect(take(opened.services, 5)).rejects.toThrow(DomainBusy);
    expect(opened.sent).toEqual([]);
  });
});
