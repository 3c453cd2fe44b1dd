import { beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { answerPage, type PageRequest } from '../../../functions/core/batches/batch-page.ts';
import { batchAnswer } from '../../../functions/core/batches/definitions.ts';
import type { BatchRow, BatchView } from '../../../functions/core/batches/batch.ts';
import { selectHistory } from '../../../functions/core/domains/history/respond.ts';
import { DEFAULT_RANGE, readHistory } from '../../../functions/core/domains/history/read-history.ts';
import { success } from '../../../functions/core/platform/http/envelope.ts';
import { readFields } from '../../../functions/core/platform/http/fields.ts';
import { answerData } from '../../../functions/core/record/answer-data.ts';
import { answerFields } from '../../../functions/core/record/answer-fields.ts';
import { historyMembers } from '../../../functions/core/record/members.computed.ts';
import { writeItems } from '../../../functions/core/platform/dynamodb/many-items.ts';
import { createDomainHistory, type DomainHistory } from '../../../functions/core/domains/store/domain-history.ts';
import { apiEvent } from '../../support/api-event.ts';
import { historyTable, createTestTables } from '../../support/dynamodb.ts';
import { doneLine, manyLines, NOW, storedEntries, viewOf } from './views.ts';
import { useOpened } from '../../support/use-opened.ts';

const MB = 1_000_000;
const ALL: PageRequest = { limit: 1_000 };
const MONTH = { range: DEFAULT_RANGE, fields: null };
let history: Pick<DomainHistory, 'read'>;
let readDomains: string[] = [];

const tables = useOpened(() => createTestTables(historyTable));
beforeAll(async () => {
  const db = tables.db;
  const reader = createDomainHistory(db, historyTable.name);
  history = {
    read(domain, ...rest) {
      readDomains.push(domain);
      return reader.read(domain, ...rest);
    },
  };
  const snapshots = (domain: string, count: number, title: string) =>
    Array.from({ length: count }, (_, index) => {
      const captured_at = new Date(NOW - (index + 1) * 60_000).toISOString();
      const Item = { domain, captured_at, origin: 'query', seo_score: index % 100, title: `${title}${index % 2}` };
      return { PutRequest: { Item } };
    });
  await writeItems({ db, table: historyTable.name }, snapshots('past.com', 3, 'Past'));
  await writeItems({ db, table: historyTable.name }, snapshots('long.com', 1_100, '"'.repeat(190)));
});

async function pageOf(view: BatchView, request = ALL) {
  readDomains = [];
  const { json, ...rest } = await answerPage(view, request, { history, now: () => NOW });
  return { ...rest, json, data: JSON.parse(json) as z.infer<typeof batchAnswer> };
}

const withOrder = (options: Partial<BatchView['options']>): Pick<BatchView, 'options'> => ({
  options: { ...viewOf([]).options, ...options },
});

describe('a page of a batch', () => {
  test('has the documented members', async () => {
    const error = { code: 'invalid_parameter', message: 'is not text', retryable: false };
    const rows: BatchRow[] = [
      ...storedEntries.map(({ domain }) => doneLine(domain)),
      { input: '7', domain: null, status: 'invalid', error },
      { input: null, domain: 'forgotten.com', status: 'refused', error },
      doneLine('new.com', { status: 'pending' }),
      doneLine('new.com', { status: 'pending' }),
    ];
    const { data } = await pageOf(
      viewOf(storedEntries, { rows, pollAfterSeconds: 7, ...withOrder({ history: MONTH }) }),
    );
    expect(batchAnswer.parse(data)).toEqual(data);
    expect(data.items.map(({ input, domain, status, error }) => ({ input, domain, status, error }))).toEqual(rows);
    expect(data).toMatchObject({
      batch_id: 'b1',
      created_at: '2026-11-22T09:59:00.000Z',
      expires_at: '2026-12-22T10:00:00.000Z',
      poll_after_seconds: 7,
      next_cursor: null,
    });
    const done = storedEntries.length;
    const totals = { domains: done + 4, done, pending: 2, not_found: 0, failed: 0, invalid: 1, refused: 1 };
    expect(data.totals).toEqual(totals);
  });

  test('contains the totals of the whole batch on every page', async () => {
    const { data, nextCursor } = await pageOf(viewOf([], { rows: manyLines(5) }), { limit: 2 });
    expect(data.next_cursor).toBe(nextCursor);
    expect(data.totals).toMatchObject({ domains: 5, pending: 5 });
    const next = await pageOf(viewOf([], { rows: manyLines(5) }), { limit: 2, cursor: nextCursor! });
    expect(next.data.totals).toEqual(data.totals);
    expect(next.data.items.map(({ domain }) => domain)).toEqual(['site-2.com', 'site-3.com']);
  });

  test('has null as batch_id and expires_at when the batch is not stored', async () => {
    const { data, isLast } = await pageOf(viewOf(storedEntries, { batchId: null, expiresAt: null }));
    expect(batchAnswer.parse(data)).toMatchObject({ batch_id: null, expires_at: null, next_cursor: null });
    expect(isLast).toBe(true);
  });

  test('ends at the size limit of Lambda, and the next page continues there', async () => {
    const entry = storedEntries[0]!;
    const recordJson = entry.recordJson.replace('{', `{"later_member":${JSON.stringify('"'.repeat(400_000))},`);
    const entries = Array.from({ length: 12 }, (_, index) => ({ ...entry, domain: `site-${index}.com`, recordJson }));
    const domains: (string | null)[] = [];
    for (let cursor: string | undefined; ;) {
      const { json, data, nextCursor, isLast } = await pageOf(viewOf(entries), { limit: 1_000, cursor });
      expect(JSON.stringify(success(apiEvent(''), json)).length).toBeLessThan(6 * MB);
      expect(isLast).toBe(nextCursor === null);
      domains.push(...data.items.map(({ domain }) => domain));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(domains).toEqual(entries.map(({ domain }) => domain));
  });
});

describe('data of a row', () => {
  test('equals the answer of a query, byte for byte', async () => {
    const { json } = await pageOf(viewOf(storedEntries));
    for (const entry of storedEntries)
      expect(json).toContain(`"data":${answerData(entry, 'hit', NOW)},"history":null}`);
  });

  test('contains the selected members, like the answer of a query', async () => {
    const fields = 'page.title,dns,popularity.tranco';
    const { data } = await pageOf(viewOf(storedEntries, withOrder({ fields })));
    expect(data.items.map((item) => item.data)).toEqual(
      storedEntries.map((entry) => JSON.parse(answerFields(entry, 'hit', fields, NOW)) as unknown),
    );
  });

  test('is null when nothing is cached', async () => {
    const { data } = await pageOf(viewOf([], { rows: [doneLine('new.com', { status: 'not_found' })] }));
    expect(data.items[0]).toMatchObject({ domain: 'new.com', data: null, history: null });
  });

  test.each([
    ['hit', '2026-11-22T09:58:59.999Z', false],
    ['hit', '2026-11-22T09:58:59.999Z', true],
    ['miss', '2026-11-22T09:59:00.000Z', false],
    ['refreshed', '2026-11-22T09:59:00.000Z', true],
  ])('has cache_status %s when it was fetched at %s and refresh is %s', async (cacheStatus, updatedAt, refresh) => {
    const view = viewOf([{ ...storedEntries[0]!, updatedAt }], withOrder({ refresh }));
    expect((await pageOf(view)).data.items[0]!.data).toMatchObject({
      cache_status: cacheStatus,
      updated_at: updatedAt,
    });
  });
});

describe('the history of a row', () => {
  const rows = [doneLine('past.com'), doneLine('unseen.com', { status: 'pending' })];

  test('equals the answer of /seo/history', async () => {
    const { data } = await pageOf(viewOf([], { rows, ...withOrder({ history: MONTH }) }));
    const request = { domain: 'past.com', range: DEFAULT_RANGE, limit: 1_000 };
    expect(data.items[0]!.history).toEqual(await readHistory(request, { history, now: () => NOW }));
    expect(data.items[0]!.history).toMatchObject({ count: 3, range: '30d' });
    expect(data.items[1]!.history).toMatchObject({ domain: 'unseen.com', count: 0, snapshots: [] });
  });

  test('contains the selected members and those that are always present', async () => {
    const fields = 'snapshots.seo_score';
    const { data } = await pageOf(viewOf([], { rows, ...withOrder({ history: { range: DEFAULT_RANGE, fields } }) }));
    const whole = await readHistory({ domain: 'past.com', limit: 1_000 }, { history, now: () => NOW });
    expect(data.items[0]!.history).toEqual(selectHistory(whole, readFields(fields, historyMembers)!));
    expect(data.items[0]!.history).toEqual({
      domain: 'past.com',
      count: 3,
      truncated: false,
      next_cursor: null,
      snapshots: [{ seo_score: 0 }, { seo_score: 1 }, { seo_score: 2 }],
    });
  });

  test('is not read when it is not requested or the row has no domain', async () => {
    await pageOf(viewOf([], { rows }));
    expect(readDomains).toEqual([]);
    const invalid: BatchRow = { input: '', domain: null, status: 'invalid', error: null };
    const { data } = await pageOf(viewOf([], { rows: [invalid], ...withOrder({ history: MONTH }) }));
    expect([readDomains, data.items[0]!.history]).toEqual([[], null]);
  });

  test('is read for at most a few rows that do not fit', async () => {
    const many = Array.from({ length: 100 }, () => doneLine('long.com'));
    const view = viewOf([], { rows: many, ...withOrder({ history: MONTH }) });
    const { data, json, isLast } = await pageOf(view);
    expect(isLast).toBe(false);
    expect(data.items.length).toBeGreaterThan(0);
    expect(JSON.stringify(success(apiEvent(''), json)).length).toBeLessThan(6 * MB);
    // Each is read with the preceding snapshot, from which its changes are computed.
    expect(readDomains.length / 2).toBeLessThanOrEqual(data.items.length + 4);
  });

  test('has fewer snapshots when the row would not fit into one answer, and continues at its cursor', async () => {
    const entry = storedEntries[0]!;
    const recordJson = entry.recordJson.replace('{', `{"later_member":${JSON.stringify('x'.repeat(3_500_000))},`);
    const large = { ...entry, domain: 'long.com', recordJson };
    const { data, json } = await pageOf(viewOf([large], withOrder({ history: MONTH })));
    expect(JSON.stringify(success(apiEvent(''), json)).length).toBeLessThan(6 * MB);
    const found = data.items[0]!.history!;
    expect(found.truncated).toBe(true);
    expect(found.count).toBe(found.limit);
    expect(found.limit).toBeLessThan(1_000);
    const next = { domain: 'long.com', range: DEFAULT_RANGE, limit: 1_000, cursor: found.next_cursor! };
    const rest = await readHistory(next, { history, now: () => NOW });
    const times = [...found.snapshots, ...rest.snapshots].map(({ captured_at }) => captured_at);
    const all = Array.from(times, (_, index) => new Date(NOW - (index + 1) * 60_000).toISOString());
    expect(times).toEqual(all);
  });
});
