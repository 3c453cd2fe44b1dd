import { expect, test } from '@jest/globals';
import type { BatchItem } from '../../../../functions/back-office/contract.ts';
import {
  absenceOf,
  isNumeric,
  metricsOf,
  problemsOf,
  rowError,
  valueAt,
} from '../../../../functions/back-office/page/src/batches/row-metrics.ts';
import { createTranslate } from '../../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import type { SourceReport } from '../../../../functions/core/record/record.ts';

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
