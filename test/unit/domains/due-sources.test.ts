import { describe, expect, test } from '@jest/globals';
import { currentSources, dueSources } from '../../../functions/core/domains/fetch-sources.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { tlsSource } from '../../../functions/core/sources/tls.ts';
import { scriptedSource } from '../../support/record-services.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T12:00:00Z');

const site = scriptedSource({ id: 'site', fields: ['page'], maxAgeDays: 1 });
const rdap = scriptedSource({ id: 'rdap', fields: ['registration'], maxAgeDays: 7 });
const tranco = scriptedSource({ id: 'tranco', fields: ['popularity.tranco'], maxAgeDays: 7, hasDailyValues: true });
const sources = [site, rdap, tranco];

/** A record with the time since the last answer of each source; `null`: it has never answered. */
const recordOf = (ages: Record<string, number | null>) =>
  ({
    sources: Object.entries(ages).map(([id, age]) => ({
      id,
      fetched_at: age === null ? null : new Date(NOW - age).toISOString(),
    })),
  }) as unknown as DomainRecord;

const due = (record: DomainRecord | null) => dueSources(record, sources, NOW).map(({ id }) => id);
const current = (record: DomainRecord) => currentSources(record, sources, NOW).map(({ id }) => id);

describe('due sources are', () => {
  test('all sources of a domain without an entry', () => {
    expect(due(null)).toEqual(['site', 'rdap', 'tranco']);
  });

  test('those whose answer has reached the maximum age, minus some hours', () => {
    expect(due(recordOf({ site: 20 * HOUR, rdap: 6 * DAY, tranco: 6 * DAY }))).toEqual([]);
    expect(due(recordOf({ site: 22 * HOUR, rdap: 6 * DAY, tranco: 7 * DAY }))).toEqual(['site', 'tranco']);
  });

  test('those that have never answered or are not in the record', () => {
    expect(due(recordOf({ site: HOUR, rdap: null }))).toEqual(['rdap', 'tranco']);
  });
});

describe('a source that counts down the days', () => {
  const tls = tlsSource;
  const isDue = (age: number) => dueSources(recordOf({ tls: age }), [tls], NOW).length === 1;
  const isCurrent = (age: number) => currentSources(recordOf({ tls: age }), [tls], NOW).length === 1;

  test('is due, and not current, if it was not requested today', () => {
    expect([isDue(11 * HOUR), isCurrent(11 * HOUR)]).toEqual([false, true]);
    expect([isDue(13 * HOUR), isCurrent(13 * HOUR)]).toEqual([true, false]);
  });

  test('is due if it has never answered', () => {
    expect(dueSources(recordOf({ tls: null }), [tls], NOW)).toEqual([tls]);
  });
});

describe('current sources are', () => {
  test('those whose answer is recent enough', () => {
    expect(current(recordOf({ site: 20 * HOUR, rdap: 6 * DAY, tranco: null }))).toEqual(['site', 'rdap']);
    expect(current(recordOf({ site: 22 * HOUR, rdap: 7 * DAY }))).toEqual([]);
  });

  test('of sources with daily values, only those that were requested today', () => {
    expect(current(recordOf({ tranco: 11 * HOUR }))).toEqual(['tranco']);
    expect(current(recordOf({ tranco: 13 * HOUR }))).toEqual([]);
  });
});
