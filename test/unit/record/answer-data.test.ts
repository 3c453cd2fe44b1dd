import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerData } from '../../../functions/core/record/answer-data.ts';
import { answerFields } from '../../../functions/core/record/answer-fields.ts';
import { type CachedRecord, pendingOf } from '../../../functions/core/record/cached-record.ts';
import { isSettled } from '../../../functions/core/record/merge-record.ts';
import { domainMembers } from '../../../functions/core/record/members.computed.ts';
import type { DomainAnswer, DomainRecord, SourceReport } from '../../../functions/core/record/record.ts';
import { domainAnswer } from '../../../functions/core/record/schema.ts';
import { emptySections, nestSections } from '../../../functions/core/record/sections.ts';
import { dottedNames } from '../../support/dotted-names.ts';
import { storedEntries } from '../batches/views.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');
const HOUR_MS = 3_600_000;

const FIELDS = { site: ['page', 'audit', 'seo_score'], tranco: ['popularity.tranco'], pagespeed: ['performance.lab'] };

function report(id: keyof typeof FIELDS, status: SourceReport['status'], retryable?: boolean): SourceReport {
  const error = retryable === undefined ? null : { code: 'x', message: '"id":"y","status":"pending"', retryable };
  const rest = { fetched_at: null, from_cache: false, http_status: null, duration_ms: 1, error, attribution: null };
  return { id, status, fields: FIELDS[id], ...rest };
}

/** Report of a source whose provider had no free slot, and which is retried in the background. */
function busyReport(id: keyof typeof FIELDS): SourceReport {
  const error = { code: 'busy', message: 'Too many requests are waiting for this source', retryable: true };
  return { ...report(id, 'rate_limited'), error };
}

function entryOf(sources: SourceReport[], rest: Partial<CachedRecord> = {}): CachedRecord {
  const record: DomainRecord = {
    complete: sources.every(isSettled),
    ...nestSections({ ...emptySections(), seo_score: 90 }),
    sources,
  };
  return {
    domain: 'a.com',
    domainUnicode: 'a.com',
    firstCachedAt: '2026-11-01T00:00:00.000Z',
    updatedAt: new Date(NOW).toISOString(),
    allFetchedAt: new Date(NOW).toISOString(),
    retryAt: null,
    retries: {},
    pending: pendingOf(sources),
    recordJson: JSON.stringify(record),
    ...rest,
  };
}

const whole = (entry: CachedRecord, now = NOW) => JSON.parse(answerData(entry, 'hit', now)) as DomainAnswer;
const chosen = (entry: CachedRecord, fields: string, now = NOW) =>
  JSON.parse(answerFields(entry, 'hit', fields, now)) as Partial<DomainAnswer>;

const waiting = entryOf([report('site', 'ok'), report('tranco', 'error', true), report('pagespeed', 'pending')]);

describe('pending', () => {
  test('contains exactly the sources that are requested in the background', () => {
    expect(whole(waiting)).toMatchObject({ complete: false, pending: ['pagespeed'], poll_after_seconds: 3 });
    const failed = entryOf([report('site', 'ok'), report('tranco', 'error', true)]);
    expect(whole(failed)).toMatchObject({ complete: false, pending: [], poll_after_seconds: null });
    const [busy, refused] = [busyReport('tranco'), report('pagespeed', 'rate_limited', true)];
    expect(whole(entryOf([report('site', 'ok'), busy, refused])).pending).toEqual(['tranco']);
    expect(chosen(entryOf([report('site', 'ok'), busy, refused]), 'popularity').pending).toEqual(['tranco']);
    const done = entryOf([report('site', 'ok')]);
    expect(whole(done)).toMatchObject({ complete: true, pending: [], poll_after_seconds: null });
  });

  test('has a short poll_after_seconds at first, then the elapsed time, and a minute at most', () => {
    const retries = { pagespeed: { failures: 0, dueAt: NOW + 15 * 60_000 } };
    const entry = { ...waiting, updatedAt: new Date(NOW - HOUR_MS).toISOString(), retries };
    const after = (seconds: number) => whole(entry, NOW + seconds * 1000).poll_after_seconds;
    expect([-5, 0, 2, 8.5, 40, 3_000].map(after)).toEqual([3, 3, 3, 9, 40, 60]);
  });
});

describe('selected members', () => {
  test('include domain, age and progress, in the order of the whole answer', () => {
    const answer = chosen(waiting, 'popularity,seo_score');
    const names = ['domain', 'cache_status', 'updated_at', 'pending', 'poll_after_seconds', 'complete', 'seo_score'];
    expect(Object.keys(answer)).toEqual([...names, 'popularity', 'sources']);
    const order = Object.keys(whole(waiting));
    expect(Object.keys(answer)).toEqual(order.filter((name) => name in answer));
    expect(answer).toMatchObject({ domain: 'a.com', seo_score: 90, popularity: { tranco: null } });
  });

  test.each<[string, Partial<DomainAnswer>, string[]]>([
    ['seo_score,page.title', { complete: true, pending: [], poll_after_seconds: null }, ['site']],
    ['performance', { complete: false, pending: ['pagespeed'], poll_after_seconds: 3 }, ['pagespeed']],
    ['performance.lab.lcp_ms', { complete: false, pending: ['pagespeed'], poll_after_seconds: 3 }, ['pagespeed']],
    ['performance.field', { complete: true, pending: [], poll_after_seconds: null }, []],
    ['popularity.tranco.rank,page', { complete: false, pending: [], poll_after_seconds: null }, ['site', 'tranco']],
    ['domain_unicode', { complete: true, pending: [], poll_after_seconds: null }, []],
    ['sources', { complete: false, pending: ['pagespeed'] }, ['site', 'tranco', 'pagespeed']],
    ['complete,domain', { complete: false, pending: ['pagespeed'] }, ['site', 'tranco', 'pagespeed']],
    ['complete,sources.id,seo_score', { complete: true, pending: [] }, ['site']],
  ])('%s: completeness and sources are those of these members', (fields, progress, ids) => {
    const answer = chosen(waiting, fields);
    expect(answer).toMatchObject(progress);
    expect(answer.sources!.map(({ id }) => id)).toEqual(ids);
  });

  test('include the whole report of a source', () => {
    expect(chosen(waiting, 'sources.id').sources).toEqual(whole(waiting).sources);
  });

  test('of an unknown section are null', () => {
    expect(chosen(waiting, 'page.title,popularity.tranco.rank')).toMatchObject({
      page: null,
      popularity: { tranco: null },
    });
  });
});

describe('stored entries', () => {
  test('result in answers with the members of this version', () => {
    expect(storedEntries.length).toBeGreaterThan(0);
    for (const entry of storedEntries) {
      const { pending, sources } = domainAnswer.parse(whole(entry));
      expect(pending).toEqual(sources.filter(({ status }) => status === 'pending').map(({ id }) => id));
    }
  });

  test('result in a part of the whole answer for any selection of members', () => {
    const names = dottedNames(domainMembers).filter((name) => !name.includes('*'));
    fc.assert(
      fc.property(
        fc.constantFrom(...storedEntries),
        fc.subarray(names, { minLength: 1, maxLength: 50 }),
        (entry, fields) => {
          const answer = chosen(entry, fields.join(','));
          expect(Object.keys(answer)).toEqual(expect.arrayContaining(fields.map((name) => name.split('.')[0])));
          const { complete, pending, poll_after_seconds, sources, ...rest } = answer;
          const all = whole(entry);
          expect(all).toMatchObject(withoutNewer(rest, all) as object);
          for (const each of sources!) expect(all.sources).toContainEqual(each);
          expect(complete).toBe(sources!.every(isSettled));
          expect(all.pending).toEqual(expect.arrayContaining(pending!));
          expect(poll_after_seconds === null).toBe(pending!.length === 0);
        },
      ),
      { numRuns: 50 },
    );
  });
});

/** Removes the members that are newer than the stored entry: `null` in the selection, and absent in the whole. */
function withoutNewer(chosen: unknown, all: unknown): unknown {
  if (chosen === null || typeof chosen !== 'object') return chosen;
  const of = (name: string) => (all as Record<string, unknown> | null)?.[name];
  if (Array.isArray(chosen)) return chosen.map((one, index) => withoutNewer(one, of(String(index))));
  const present = Object.entries(chosen).filter(([name, value]) => value !== null || of(name) !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, withoutNewer(value, of(name))]));
}
