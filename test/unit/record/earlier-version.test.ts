import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

import { additions, withLaterMembers } from '../../../functions/shared/record/earlier-version.ts';
import { nextHealing } from '../../../functions/shared/record/heal.ts';
import { mergeRecord } from '../../../functions/shared/record/merge-record.ts';
import type { DomainRecord, FieldPerformance } from '../../../functions/shared/record/record.ts';
import { domainRecord } from '../../../functions/shared/record/schema.ts';
import { sources } from '../../../functions/shared/sources/index.ts';
import { openStock } from '../../support/stock/stock.ts';

const stored = openStock('v0.1')
  .items('DomainCache')
  .map((item) => JSON.parse(brotliDecompressSync(item.record!.B!).toString()) as DomainRecord);

const byIdOf = ({ sources: reports }: DomainRecord) => Object.fromEntries(reports.map((report) => [report.id, report]));

test('records of version 0.1 have all members, of which the new ones are null', () => {
  expect(stored.length).toBeGreaterThan(0);
  for (const record of stored.map(withLaterMembers)) {
    expect(domainRecord.parse(record)).toEqual(record);
    const { host_variants, security_headers, hreflang_cluster, ai_access } = record;
    expect([host_variants, security_headers, hreflang_cluster]).toEqual([null, null, null]);
    expect(ai_access).toEqual({ agents: null, llms_txt: null });
  }
});

test('nothing that was stored is lost, and a record is as this version has it after the first time', () => {
  for (const record of stored) {
    const { complete: _, sources: reports, ...members } = record;
    const current = withLaterMembers(record);
    expect(current).toMatchObject(members);
    expect(current.sources.slice(0, reports.length).map(({ id }) => id)).toEqual(reports.map(({ id }) => id));
    expect(withLaterMembers(current)).toEqual(current);
  }
});

test('the sources that would fill what is missing are pending, and what they have found before stays theirs', () => {
  const record = stored.find((one) => byIdOf(one).site?.status === 'ok')!;
  const before = byIdOf(record);
  const after = byIdOf(withLaterMembers(record));
  for (const { id, fields } of additions) {
    expect(after[id]).toMatchObject({ status: 'pending', fetched_at: before[id]?.fetched_at ?? null });
    expect(after[id]!.fields).toEqual(expect.arrayContaining(fields));
  }
  expect(withLaterMembers(record).complete).toBe(false);
  expect(after.tls).toEqual(before.tls);
});

test('a source that has failed stays as it is: it is asked again by itself', () => {
  const error = { code: 'timeout', message: 'The source took too long', retryable: true };
  const [record] = stored;
  const site = { ...byIdOf(record!).site!, status: 'timeout' as const, error };
  expect(byIdOf(withLaterMembers({ ...record!, sources: [site] })).site).toEqual(site);
});

test('field data without the newer figures is asked for again, a site without any is not', () => {
  const [record] = stored;
  const field = { form_factor: 'phone', lcp_p75_ms: 1_200 } as FieldPerformance;
  const report = { ...byIdOf(record!).site!, id: 'crux', fields: ['performance.field'], status: 'ok' as const };
  const known = withLaterMembers({ ...record!, performance: { field, lab: null }, sources: [report] });
  expect(byIdOf(known).crux!.status).toBe('pending');
  expect(known.performance.field).toMatchObject({ lcp_p75_ms: 1_200, fcp_p75_ms: null, desktop: null });
  const empty = { ...report, status: 'empty' as const };
  const none = withLaterMembers({ ...record!, performance: { field: null, lab: null }, sources: [empty] });
  expect(byIdOf(none).crux).toEqual(empty);
});

test('what is listed as new is what these sources fill', () => {
  for (const { id, fields } of additions) {
    expect(sources.find((source) => source.id === id)?.fields).toEqual(expect.arrayContaining(fields));
  }
});

test('what is new is due at once, also after a fetch of other sources alone', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const wayback = sources.find(({ id }) => id === 'wayback')!;
  const results = [
    { source: wayback, answer: { status: 'empty' as const, sections: { archive: null } }, durationMs: 1 },
  ];
  const record = mergeRecord(withLaterMembers(stored[0]!), results, sources, now);
  const healing = nextHealing({}, record, results, now);
  for (const { id } of additions) if (id !== 'site') expect(healing[id]!.after).toBeLessThanOrEqual(now);
});
