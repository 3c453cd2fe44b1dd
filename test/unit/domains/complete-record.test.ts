import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { completeRecord } from '../../../functions/core/domains/complete-record.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import type { CompleteRecordTask } from '../../../functions/core/domains/tasks.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { answering, openRecordServices, scriptedSource } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const tranco = { rank: 7, date: '2026-11-01', rank_30d_ago: null, change_30d: null };
const archive = { first_seen_at: '2001-01-01T00:00:00.000Z', last_seen_at: null };
const dnsSection = { a: [], a_total: 0, aaaa: [], aaaa_total: 0, ns: [], ns_total: 0 } as never;
const past = [
  { date: '2026-10-31', values: { tranco_rank: 9 } },
  { date: '2026-10-30', values: { tranco_rank: 11 } },
];

const makeSources = () => ({
  dns: answering('dns', { dns: dnsSection }, { backgroundMs: 0 }),
  tranco: scriptedSource({
    id: 'tranco',
    fields: ['popularity.tranco'],
    hasDailyValues: true,
    answer: () => ({ status: 'ok', sections: { 'popularity.tranco': tranco }, past }),
  }),
  wayback: answering('wayback', { archive }, { inlineMs: 0 }),
});

let sources: ReturnType<typeof makeSources>;

const opened = useFresh(() => {
  sources = makeSources();
  return openRecordServices(Object.values(sources));
});

async function stored() {
  const entry = (await opened.entryOf())!;
  return { entry, record: JSON.parse(entry.recordJson) as DomainRecord };
}

const history = () => opened.historyOf();
const fetchNow = () => opened.fetch();
const complete = (...ids: string[]) =>
  completeRecord({ task: 'complete-record', domain: 'a.com', sources: ids, attempt: 0 }, opened.services);
const sentTask = () => opened.sent.at(-1)!.task as CompleteRecordTask;
const statusOf = (record: DomainRecord, id: string) => record.sources.find((report) => report.id === id)!.status;

describe('a slow source', () => {
  test('is pending at first, and the worker completes the entry', async () => {
    await fetchNow();
    const first = await stored();
    expect(statusOf(first.record, 'wayback')).toBe('pending');
    expect(first.record.complete).toBe(false);
    expect(opened.sent.map(({ task }) => task)).toEqual([
      { task: 'complete-record', domain: 'a.com', sources: ['wayback'], attempt: 0 },
    ]);

    await completeRecord(sentTask(), opened.services);
    const second = await stored();
    expect(second.record).toMatchObject({ complete: true, archive });
    expect(second.entry.updatedAt).toBe(first.entry.updatedAt);
    expect(second.entry.retryAt).toBeNull();
    expect(sources.dns.requests).toBe(1);
  });

  test('is pending as well if the queue never answers', async () => {
    opened.services.queue.send = () => new Promise(() => {});
    await fetchNow();
    expect(statusOf((await stored()).record, 'wayback')).toBe('pending');
  });

  test('that answers after a refresh completes the refreshed entry', async () => {
    await fetchNow();
    const task = sentTask();
    sources.wayback.answer = async () => {
      opened.clock.now += MINUTE;
      sources.tranco.answer = () => ({ status: 'ok', sections: { 'popularity.tranco': { ...tranco, rank: 3 } } });
      await fetchNow();
      return { status: 'ok', sections: { archive } };
    };
    await completeRecord(task, opened.services);
    expect((await stored()).record).toMatchObject({ archive, popularity: { tranco: { rank: 3 } } });
  });

  test('does not overwrite a newer answer with an older one', async () => {
    await fetchNow();
    const older = { ...archive, first_seen_at: '1999-01-01T00:00:00.000Z' };
    let isFirst = true;
    sources.wayback.answer = async () => {
      if (!isFirst) return { status: 'ok', sections: { archive } };
      isFirst = false;
      opened.clock.now += MINUTE;
      await complete('wayback');
      return { status: 'ok', sections: { archive: older } };
    };
    await complete('wayback');
    expect((await stored()).record.archive).toEqual(archive);
  });

  test('that is busy is deferred up to the maximum number of times', async () => {
    await fetchNow();
    sources.wayback.answer = () => Promise.reject(new ProviderUnavailable('busy', 5_000));
    await complete('wayback');
    expect(opened.sent.at(-1)).toEqual({
      task: { task: 'complete-record', domain: 'a.com', sources: ['wayback'], attempt: 1 },
      delayMs: 30_000,
    });
    const before = opened.sent.length;
    await completeRecord({ ...sentTask(), attempt: 5 }, opened.services);
    expect(opened.sent).toHaveLength(before);
    expect(statusOf((await stored()).record, 'wayback')).toBe('rate_limited');
  });
});

describe('a task that is delivered again', () => {
  test('during its first delivery requests no paid source again', async () => {
    await fetchNow();
    const task = sentTask();
    sources.wayback.costUsd = 0.01;
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { answer } = sources.wayback;
    sources.wayback.answer = async () => {
      requested.resolve();
      await released.promise;
      return answer();
    };
    const first = completeRecord(task, opened.services);
    await requested.promise;
    opened.sent.length = 0;
    await completeRecord(task, opened.services);
    expect(opened.sent).toEqual([{ task: { ...task, attempt: 1 }, delayMs: 30_000 }]);
    released.resolve();
    await first;
    await completeRecord({ ...task, attempt: 1 }, opened.services);
    expect(sources.wayback.requests).toBe(1);
  });

  beforeEach(() => {
    sources.tranco.inlineMs = 0;
  });

  test('requests only sources that have not answered since', async () => {
    await fetchNow();
    const task = sentTask();
    expect(task.sources).toEqual(['tranco', 'wayback']);
    sources.wayback.answer = () => Promise.reject(new ProviderUnavailable('busy', 5_000));
    await completeRecord(task, opened.services);
    await completeRecord(task, opened.services);
    expect([sources.tranco.requests, sources.wayback.requests]).toEqual([1, 2]);
  });
});

describe('a domain that the operator blocks', () => {
  test('is not requested from sources', async () => {
    await fetchNow();
    await opened.services.followed.block('a.com');
    await complete('wayback');
    expect(sources.wayback.requests).toBe(0);
  });

  test('and deletes during a completion has no stored data afterwards', async () => {
    sources.tranco.inlineMs = 0;
    await fetchNow();
    const deleteIt = async () => {
      await opened.services.followed.block('a.com');
      await opened.deleteItems('a.com');
    };
    sources.wayback.answer = async () => {
      await deleteIt();
      return { status: 'ok', sections: { archive } };
    };
    await complete('tranco', 'wayback');
    expect(await opened.services.cache.read('a.com')).toBeNull();
    expect(await history()).toEqual([]);
  });

  test('while a caller waits results in an error for the caller', async () => {
    sources.dns.answer = async () => {
      await opened.services.followed.block('a.com');
      return { status: 'ok', sections: { dns: dnsSection } };
    };
    await expect(fetchNow()).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await opened.services.cache.read('a.com')).toBeNull();
    expect(await history()).toEqual([]);
  });
});

test('a refresh keeps values that completed the entry in the meantime', async () => {
  await fetchNow();
  const task = sentTask();
  sources.dns.answer = async () => {
    opened.clock.now += MINUTE;
    await completeRecord(task, opened.services);
    return { status: 'ok', sections: { dns: dnsSection } };
  };
  await fetchNow();
  expect((await stored()).record).toMatchObject({ complete: true, archive });
});

describe('a failure', () => {
  test('that is retryable sets the time of a retry, which keeps all other values', async () => {
    sources.tranco.answer = () => ({ status: 'error', error: { code: 'x', message: 'x', retryable: true } });
    await fetchNow();
    const { entry } = await stored();
    expect(entry.retryAt).toBe(opened.clock.now + 15 * MINUTE);
    sources.tranco.answer = makeSources().tranco.answer;
    opened.clock.now += 20 * MINUTE;
    await complete('tranco', 'wayback');
    const retried = await stored();
    expect(retried.record).toMatchObject({ complete: true, archive, popularity: { tranco } });
    expect(retried.entry).toMatchObject({ retryAt: null, updatedAt: entry.updatedAt });
    expect(sources.dns.requests).toBe(1);
  });

  test('that persists is retried after 15 minutes, an hour, a day, then every week', async () => {
    sources.tranco.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'x', retryable: true } });
    await fetchNow();
    for (const wait of [60 * MINUTE, DAY, 7 * DAY, 7 * DAY]) {
      opened.clock.now = (await stored()).entry.retryAt! + MINUTE;
      await complete('tranco', 'wayback');
      expect((await stored()).entry.retryAt).toBe(opened.clock.now + wait);
    }
  });

  test('with a time of retry is not retried before', async () => {
    const error = { code: 'http_503', message: 'x', retryable: true };
    sources.tranco.answer = () => ({ status: 'error', error, retryAfterMs: 3 * 60 * MINUTE });
    await fetchNow();
    await complete('wayback');
    expect((await stored()).entry.retryAt).toBe(opened.clock.now + 3 * 60 * MINUTE);
  });

  test('of a refresh in between does not change the time of the next retry', async () => {
    sources.tranco.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'x', retryable: true } });
    await fetchNow();
    await complete('wayback');
    const due = (await stored()).entry.retryAt!;
    opened.clock.now += MINUTE;
    await fetchNow();
    await complete('wayback');
    expect((await stored()).entry.retryAt).toBe(due);
  });

  test('that is not retryable sets no retry', async () => {
    sources.tranco.answer = () => ({ status: 'error', error: { code: 'bad_key', message: 'x', retryable: false } });
    await fetchNow();
    await complete('wayback');
    expect((await stored()).entry.retryAt).toBeNull();
  });
});

describe('history', () => {
  test('a late value is added to the snapshot of its fetch', async () => {
    sources.tranco.inlineMs = 0;
    await fetchNow();
    expect((await history()).at(-1)).toMatchObject({ origin: 'query', tranco_rank: null });
    await complete('tranco');
    expect((await history()).at(-1)).toMatchObject({ origin: 'query', tranco_rank: 7 });
  });

  test('a value of another day is not added to the snapshot', async () => {
    sources.tranco.inlineMs = 0;
    await fetchNow();
    opened.clock.now += 20 * DAY;
    await complete('tranco');
    expect((await history()).at(-1)).toMatchObject({ origin: 'query', tranco_rank: null });
    expect((await stored()).record.popularity.tranco).toEqual(tranco);
  });

  test('a value of the snapshot is not overwritten', async () => {
    await fetchNow();
    const { entry } = await stored();
    const when = { day: '2026-11-01', updatedAt: entry.updatedAt };
    const [snapshot] = (await history()).filter(({ origin }) => origin === 'query');
    await opened.services.history.amend('a.com', when, { ...snapshot, tranco_rank: 99, seo_score: 50 } as never);
    expect((await history()).at(-1)).toMatchObject({ tranco_rank: 7, seo_score: 50 });
  });

  const keptOfTranco = async () =>
    (await history())
      .filter(({ origin }) => origin === 'backfill:tranco')
      .map(({ captured_at }) => captured_at as string);

  test('past values of a source are written for the days after those that are stored', async () => {
    await fetchNow();
    const writes: string[][] = [];
    const backfill = opened.services.history.backfill.bind(opened.services.history);
    opened.services.history.backfill = (domain, source, past) => {
      writes.push(past.map(({ date }) => date));
      return backfill(domain, source, past);
    };
    sources.tranco.answer = () => ({
      status: 'ok',
      past: ['2026-11-02', '2026-11-01', '2026-10-31', '2026-10-30'].map((date) => ({
        date,
        values: { tranco_rank: 5 },
      })),
    });
    opened.clock.now += 2 * DAY;
    await fetchNow();
    await fetchNow();
    expect(writes).toEqual([['2026-11-02', '2026-11-01']]);
    expect(await keptOfTranco()).toEqual(['10-30', '10-31', '11-01', '11-02'].map((day) => `2026-${day}#tranco`));
  });

  test('past values of a source are written once for a domain', async () => {
    await fetchNow();
    const past = (await history()).filter(({ origin }) => origin === 'backfill:tranco');
    expect(past).toEqual([
      { domain: 'a.com', captured_at: '2026-10-30#tranco', origin: 'backfill:tranco', tranco_rank: 11 },
      { domain: 'a.com', captured_at: '2026-10-31#tranco', origin: 'backfill:tranco', tranco_rank: 9 },
    ]);
    sources.tranco.answer = () => ({ status: 'ok', past: [{ date: '2020-01-01', values: { tranco_rank: 1 } }] });
    opened.clock.now += MINUTE;
    await fetchNow();
    expect((await history()).filter(({ origin }) => origin === 'backfill:tranco')).toHaveLength(2);
  });

  test('a duplicate day and past values that cannot be stored do not fail the fetch', async () => {
    const point = { date: '2026-10-31', values: { tranco_rank: 9 } };
    sources.tranco.answer = () => ({ status: 'ok', past: [point, point] });
    await fetchNow();
    expect((await history()).filter(({ origin }) => origin === 'backfill:tranco')).toHaveLength(1);
    await opened.services.followed.deleteDomain('a.com');
    opened.services.history.backfill = () => Promise.reject(new Error('throttled'));
    opened.clock.now += MINUTE;
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    await fetchNow();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('a cached value of a source that failed is not in the snapshot', async () => {
    await fetchNow();
    sources.tranco.answer = () => ({ status: 'error', error: { code: 'x', message: 'x', retryable: true } });
    opened.clock.now += MINUTE;
    await fetchNow();
    const snapshots = (await history()).filter(({ origin }) => origin === 'query');
    expect(snapshots.map(({ tranco_rank }) => tranco_rank as number | null)).toEqual([7, null]);
  });
});

test('a domain without an entry is not requested', async () => {
  await complete('wayback');
  expect(await opened.services.cache.read('a.com')).toBeNull();
  expect(sources.wayback.requests).toBe(0);
});
