import { expect, test } from '@jest/globals';
import type { BatchItem, NewBatch } from '../../../functions/back-office/contract.ts';
import { createBatchMemory } from '../../../functions/back-office/page/src/batches/batch-memory.ts';
import { cancelParts, loadPart, type Part } from '../../../functions/back-office/page/src/batches/follow-parts.ts';
import {
  absenceOf,
  isNumeric,
  metricsOf,
  problemsOf,
  rowError,
  valueAt,
} from '../../../functions/back-office/page/src/batches/row-metrics.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import type { SourceReport } from '../../../functions/core/record/record.ts';
import { sampleBatch, sampleStorage } from './batches/sample-batches.ts';

const part = (id: string): Part => ({ id, batch: null, lines: 1, error: null });

/** Fake API with pages of two rows; stores a batch under its key, and records its calls. */
function createSampleApi(cached = false) {
  const calls: string[] = [];
  const stored = new Map<string, string[]>();
  const pageOf = (id: string | null, domains: string[], from = 0) => {
    const next = from + 2 < domains.length ? String(from + 2) : null;
    return sampleBatch(id, domains.slice(from, from + 2), { next_cursor: next });
  };
  const csvOf = (domains: string[], from = 0) => ({
    text: ['input', ...domains.slice(from, from + 2)].map((line) => `${line}\r\n`).join(''),
    nextCursor: from + 2 < domains.length ? String(from + 2) : null,
  });
  const store = (key: string, domains: string[]) => {
    const id = `stored-${key}`;
    stored.set(id, domains);
    return id;
  };
  return {
    calls,
    stored,
    createBatch: ({ domains }: NewBatch, key: string) => {
      calls.push(`create ${key}`);
      return Promise.resolve(pageOf(cached ? null : store(key, domains), domains));
    },
    createBatchAsCsv: ({ domains }: NewBatch) => Promise.resolve(csvOf(domains)),
    batch: (id: string, { cursor = '0' }: { cursor?: string }) => {
      calls.push(`read ${id} ${cursor}`);
      return Promise.resolve(pageOf(id, stored.get(id)!, Number(cursor)));
    },
    batchAsCsv: (id: string, { cursor = '0' }: { cursor?: string }) =>
      Promise.resolve(csvOf(stored.get(id)!, Number(cursor))),
    cancelBatch: (id: string) => {
      calls.push(`cancel ${id}`);
      return Promise.resolve(pageOf(id, stored.get(id)!));
    },
  };
}

function createServices(lists: string[][], cached = false) {
  const memory = createBatchMemory(sampleStorage());
  const ids = memory.start(
    lists.map((domains) => ({ domains })),
    new Date(),
  );
  return { api: createSampleApi(cached), memory, ids };
}

async function loaded(one: Part, services: ReturnType<typeof createServices>) {
  const steps: Part[] = [];
  for await (const step of loadPart(one, services, new AbortController().signal)) steps.push(step);
  return steps;
}

test('a part with only cached domains is requested again under its own id', async () => {
  const services = createServices([['a.example']], true);
  const id = services.ids[0]!;
  for (const _ of [1, 2]) expect(await loaded(part(id), services)).toMatchObject([{ id, batch: { batch_id: null } }]);
});

test('a request that this browser has not stored is not_found', async () => {
  await expect(loaded(part('new-elsewhere'), createServices([]))).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
  });
});

test('cancelling sends a request that may be in progress, drops later ones, and keeps complete parts', async () => {
  const services = createServices([['a.example'], ['b.example'], ['c.example']]);
  const { api, ids, memory } = services;
  api.createBatch = () => {
    api.stored.set('b1', ['a.example']);
    return Promise.resolve(sampleBatch('b1', ['a.example'], { poll_after_seconds: 3 }));
  };
  api.stored.set('b0', ['z.example']);
  const settled = { ...part('b-settled'), batch: sampleBatch('b-settled', ['y.example']) };
  const left = await cancelParts([settled, part('b0'), ...ids.map(part)], services);
  expect(left).toMatchObject([{ id: 'b-settled' }, { id: 'b0', batch: null }, { id: 'b1', batch: null }]);
  expect(api.calls).toEqual(['cancel b0', 'cancel b1']);
  expect(ids.map((id) => memory.requestOf(id))).toEqual([null, null, null]);
});

const source = (changes: Partial<SourceReport>): SourceReport => ({
  id: 'site',
  status: 'ok',
  fields: ['page', 'seo_score'],
  fetched_at: null,
  from_cache: false,
  http_status: null,
  duration_ms: null,
  error: null,
  attribution: null,
  ...changes,
});

const item = (data: BatchItem['data']): BatchItem => ({
  ...{ input: 'a.example', domain: 'a.example', status: 'done', error: null },
  data,
});

const front = {
  domain: 'a.example',
  cache_status: 'hit',
  updated_at: '2026-11-22T10:00:00.000Z',
  sources: [],
  pending: [],
};

test('metrics are the requested members that any row has, in the order of the record', () => {
  const items = [
    item(null),
    item({ ...front, seo_score: null, page: null, tls: { days_remaining: 7 } }),
    item({ ...front, seo_score: 86, page: { title: 'A', h1: ['A'], links: { total: 3 } }, tls: null }),
  ];
  expect(metricsOf(items).map((path) => path.join('.'))).toEqual([
    'seo_score',
    'page.title',
    'page.h1',
    'page.links.total',
    'tls.days_remaining',
  ]);
});

test('a section that is unknown for all domains is one metric', () => {
  expect(metricsOf([item({ ...front, organic: null }), item({ ...front, organic: null })])).toEqual([['organic']]);
});

test('a value is found by its path, and is undefined when its section is null', () => {
  const data = { page: { links: { total: 0 } }, tls: null };
  expect(valueAt(data, ['page', 'links', 'total'])).toBe(0);
  expect(valueAt(data, ['tls', 'days_remaining'])).toBeUndefined();
});

test('a null has a reason', () => {
  const why = (path: string, sources: SourceReport[]) => absenceOf(path.split('.'), { sources, pending: [] });
  const error = { code: 'timeout', message: 'No answer', retryable: true };
  expect(why('page.meta_description', [source({})])).toBe('none');
  expect(why('page.http_status', [source({})])).toBe('unknown');
  expect(why('page.http_status', [source({ status: 'timeout', error })])).toBe('timeout');
  expect(why('popularity.tranco.rank', [source({ fields: ['popularity.tranco'], status: 'pending' })])).toBe('pending');
  expect(why('popularity.tranco.rank', [source({ fields: ['popularity.tranco'], status: 'empty' })])).toBe('none');
  expect(why('organic', [source({ fields: ['organic'], status: 'not_configured' })])).toBe('not_configured');
  expect(why('organic', [source({})])).toBe('unknown');
});

test('an error is described for its row, with a note if a retry may help', () => {
  const t = createTranslate(messages, 'en');
  const described = (status: BatchItem['status'], code: string, retryable = false) =>
    rowError({ status, error: { code, message: 'As the service says it', retryable } }, t);
  expect(rowError({ status: 'done', error: null }, t)).toBeNull();
  expect(described('not_found', 'domain_not_found')).toBe('the domain name does not exist');
  expect(described('failed', 'http_503', true)).toBe('HTTP 503 · trying again later may help');
  expect(described('failed', 'blocked')).toBe('it refuses to answer');
  expect(described('refused', 'blocked')).toBe('the operator has blocked it');
  expect(described('refused', 'something_new')).toBe('As the service says it');
});

test('only metrics with numbers are numeric', () => {
  const items = [item({ ...front, seo_score: 86, page: { title: 'A' } }), item({ ...front, seo_score: null })];
  expect([isNumeric(items, ['seo_score']), isNumeric(items, ['page', 'title']), isNumeric(items, ['tls'])]).toEqual([
    true,
    false,
    false,
  ]);
});

test('problems are counted by status and code, the most frequent first', () => {
  const failed = (status: BatchItem['status'], code: string): BatchItem => ({
    ...item(null),
    status,
    error: { code, message: code, retryable: false },
  });
  const problems = problemsOf([
    item(front),
    failed('failed', 'timeout'),
    failed('not_found', 'domain_not_found'),
    failed('failed', 'timeout'),
  ]);
  expect(problems.map(({ status, error, count }) => [status, error.code, count])).toEqual([
    ['failed', 'timeout', 2],
    ['not_found', 'domain_not_found', 1],
  ]);
});
