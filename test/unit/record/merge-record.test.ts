import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { recordJson } from '../../../functions/core/record/cached-record.ts';
import { anyAnswered, anyFound, mergeRecord } from '../../../functions/core/record/merge-record.ts';
import type { DomainRecord, Sections } from '../../../functions/core/record/record.ts';
import { domainRecord } from '../../../functions/core/record/schema.ts';
import type { SourceAnswer, SourceResult } from '../../../functions/core/record/source-answer.ts';
import type { Source } from '../../../functions/core/sources/source.ts';

const T1 = Date.parse('2026-11-01T08:00:00Z');
const T2 = Date.parse('2026-11-02T08:00:00Z');
const archive = { first_seen_at: '2001-01-01T00:00:00.000Z', last_seen_at: '2026-01-01T00:00:00.000Z' };
const tranco = { rank: 7, date: '2026-11-01', rank_30d_ago: null, change_30d: null };
const openPageRank = { score: 5.1, rank: 9, referring_domains: 3, date: '2026-10-01' };

function sourceOf(id: string, ...fields: (keyof Sections)[]): Source {
  return { id, fields, attribution: null, isEvidence: true } as unknown as Source;
}

const wayback = sourceOf('wayback', 'archive');
const trancoSource = sourceOf('tranco', 'popularity.tranco');
const pageRankSource = sourceOf('open_page_rank', 'popularity.open_page_rank');
const order = [wayback, trancoSource, pageRankSource];
const result = (source: Source, answer: SourceAnswer): SourceResult => ({ source, answer, durationMs: 5 });
const good = result(wayback, { status: 'ok', http_status: 200, sections: { archive } });

const failed = result(wayback, {
  status: 'error',
  error: { code: 'connection_reset', message: 'reset', retryable: true },
});

const merge = (previous: DomainRecord | null, results: SourceResult[], now: number) => {
  const record = mergeRecord(previous, results, order, now);
  return domainRecord.parse(record);
};

const none = merge(null, [], T1);

test('every documented member is present, and null without a value of a source', () => {
  expect(merge(null, [good], T1)).toMatchObject({
    archive,
    page: null,
    organic: null,
    seo_score: null,
    popularity: { tranco: null, open_page_rank: null },
    performance: { field: null, lab: null },
    complete: true,
  });
});

test('members are in the order of the documentation', () => {
  expect(Object.keys(merge(null, [good], T1))).toEqual(Object.keys(domainRecord.shape));
  const record = merge(null, [good], T1);
  expect(Object.keys(record.popularity)).toEqual(Object.keys(domainRecord.shape.popularity.shape));
  expect(Object.keys(record.performance)).toEqual(Object.keys(domainRecord.shape.performance.shape));
});

test('two sources provide the parts of one section', () => {
  const record = merge(
    null,
    [
      result(trancoSource, { status: 'ok', sections: { 'popularity.tranco': tranco } }),
      result(pageRankSource, { status: 'ok', sections: { 'popularity.open_page_rank': openPageRank } }),
    ],
    T1,
  );
  expect(record.popularity).toEqual({ ...none.popularity, tranco, open_page_rank: openPageRank });
  const later = merge(record, [result(trancoSource, { status: 'empty' })], T2);
  expect(later.popularity).toEqual({ ...none.popularity, tranco: null, open_page_rank: openPageRank });
});

describe('a failure never deletes data', () => {
  test('the last section is kept, with its own time and the error', () => {
    const record = merge(merge(null, [good], T1), [failed], T2);
    expect(record.archive).toEqual(archive);
    expect(record.complete).toBe(false);
    expect(record.sources[0]).toMatchObject({
      status: 'error',
      from_cache: true,
      fetched_at: '2026-11-01T08:00:00.000Z',
      error: { code: 'connection_reset' },
    });
  });

  test('the section is kept for any number of failures, and replaced by a success', () => {
    let record = merge(null, [good], T1);
    for (let time = 0; time < 3; time += 1) record = merge(record, [failed], T2);
    expect(record.sources[0]).toMatchObject({ from_cache: true, fetched_at: '2026-11-01T08:00:00.000Z' });
    record = merge(record, [good], T2);
    expect(record.sources[0]).toMatchObject({ from_cache: false, fetched_at: '2026-11-02T08:00:00.000Z', error: null });
  });

  test.each(['pending', 'skipped', 'rate_limited', 'not_configured', 'timeout', 'blocked'] as const)(
    'the section is kept with the status %s',
    (status) => {
      const record = merge(merge(null, [good], T1), [result(wayback, { status })], T2);
      expect(record.archive).toEqual(archive);
      expect(record.sources[0]).toMatchObject({ status, from_cache: true });
    },
  );
});

test('sections that a partial answer does not contain keep their last value', () => {
  const both = sourceOf('both', 'archive', 'popularity.tranco');
  const full = result(both, { status: 'ok', sections: { archive, 'popularity.tranco': tranco } });
  const newer = { ...tranco, rank: 3 };
  const partial = result(both, { status: 'partial', sections: { 'popularity.tranco': newer } });
  const record = mergeRecord(mergeRecord(null, [full], [both], T1), [partial], [both], T2);
  expect(record).toMatchObject({ archive, popularity: { tranco: newer } });
});

test('a record is not complete while a skipped source is retryable', () => {
  const skipped = { status: 'skipped', error: { code: 'source_down', message: 'x', retryable: true } } as const;
  expect(merge(null, [result(wayback, skipped)], T1).complete).toBe(false);
  const off = { status: 'skipped', error: { code: 'disabled', message: 'x', retryable: false } } as const;
  expect(merge(null, [result(wayback, off)], T1).complete).toBe(true);
});

test('an empty answer of a source, which is not a failure, clears its section', () => {
  const record = merge(merge(null, [good], T1), [result(wayback, { status: 'empty' })], T2);
  expect(record.archive).toBeNull();
  expect(record.sources[0]).toMatchObject({ status: 'empty', from_cache: false });
});

test('sources that were not requested stay unchanged, and all are in the order of the list', () => {
  const pending = result(trancoSource, { status: 'pending' });
  const first = merge(null, [pending, good], T1);
  expect(first.sources.map(({ id, status }) => [id, status])).toEqual([
    ['wayback', 'ok'],
    ['tranco', 'pending'],
  ]);
  const second = merge(first, [result(trancoSource, { status: 'ok', sections: { 'popularity.tranco': tranco } })], T2);
  expect(second.archive).toEqual(archive);
  expect(second.sources.map(({ id, fetched_at }) => [id, fetched_at])).toEqual([
    ['wayback', '2026-11-01T08:00:00.000Z'],
    ['tranco', '2026-11-02T08:00:00.000Z'],
  ]);
});

test('a record of an older version gets the later sections', () => {
  const { popularity: _popularity, performance: _performance, ...older } = merge(null, [good], T1);
  expect(merge(older as DomainRecord, [failed], T2).popularity).toEqual(none.popularity);
});

test.each([
  ['failures alone', [failed], false, false],
  ['an answer that there is nothing', [failed, result(trancoSource, { status: 'empty' })], true, false],
  ['something found', [failed, result(trancoSource, { status: 'partial' })], true, true],
  ['something found that is no evidence', [result({ ...wayback, isEvidence: false }, { status: 'ok' })], true, false],
])('anyAnswered and anyFound distinguish the outcomes: %s', (_case, results, answered, found) => {
  expect([anyAnswered(results), anyFound(results)]).toEqual([answered, found]);
});

describe('data of a newer version', () => {
  const newerReport = { ...merge(null, [good], T1).sources[0]!, id: 'newer', fields: ['newer', 'popularity.newer'] };
  const byNewer = (report: object): DomainRecord => {
    const record = merge(null, [good], T1);
    const popularity = { ...record.popularity, newer: { rank: 1 } };
    return { ...record, newer: [1], popularity, sources: [report, ...record.sources] } as DomainRecord;
  };

  test('is kept, after the known members, when this version merges an answer into the record', () => {
    const fetched = result(trancoSource, { status: 'ok', sections: { 'popularity.tranco': tranco } });
    const merged = mergeRecord(byNewer(newerReport), [fetched], order, T2);
    expect(merged).toMatchObject({ complete: true, newer: [1], popularity: { tranco, newer: { rank: 1 } } });
    expect(merged.sources.map(({ id }) => id)).toEqual(['wayback', 'tranco', 'newer']);
    expect(merged.sources.at(-1)).toEqual(newerReport);
  });

  test('has no pending report of an unknown source, which only the newer version can request', () => {
    const merged = mergeRecord(byNewer({ ...newerReport, status: 'pending' }), [good], order, T2);
    expect(merged).toMatchObject({ complete: true, newer: [1] });
    expect(merged.sources.map(({ id }) => id)).toEqual(['wayback']);
  });
});

const recordOf = (parts: object) => parts as unknown as DomainRecord;

test('an ordinary record is stored unchanged', () => {
  const record = recordOf({
    complete: true,
    page: { title: '标题', h1: Array(100).fill('x'), word_count: 3, lang: null },
  });
  expect(JSON.parse(recordJson(record))).toEqual(record);
});

test('texts are truncated at 2,000 characters without splitting a character', () => {
  const { page } = JSON.parse(recordJson(recordOf({ page: { final_url: `a${'🏕'.repeat(2_000)}` } }))) as DomainRecord;
  expect(page!.final_url.length).toBe(2_000);
  expect(page!.final_url.isWellFormed()).toBe(true);
});

test('a record of an incompressible page fits into one item and keeps its totals', () => {
  const noise = () => randomBytes(20_000).toString('base64');
  const items = Array.from({ length: 100 }, () => ({ element: noise(), url: noise(), line: null, reason: 'x' }));
  const audits = Array.from({ length: 10 }, (_, id) => ({ id: String(id), items, items_total: 5_000 }));
  const text = recordJson(recordOf({ audit: { audits }, page: { h1: items.map(noise), h1_total: 100 } }));
  expect(brotliCompressSync(text).length).toBeLessThan(390_000);
  const { audit, page } = JSON.parse(text) as DomainRecord;
  expect(audit!.audits).toHaveLength(10);
  expect(audit!.audits[0]).toMatchObject({ items_total: 5_000 });
  expect(page!.h1_total).toBe(100);
});
