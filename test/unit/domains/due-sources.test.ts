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

/** A record whose sources have answered so long ago; `null` has never. */
const recordOf = (ages: Record<string, number | null>) =>
  ({
    sources: Object.entries(ages).map(([id, age]) => ({
      id,
      fetched_at: age === null ? null : new Date(NOW - age).toISOString(),
    })),
  }) as unknown as DomainRecord;

const due = (record: DomainRecord | null) => dueSources(record, sources, NOW).map(({ id }) => id);
const current = (record: DomainRecord) => currentSources(record, sources, NOW).map(({ id }) => id);

describe('due are', () => {
  test('all sources of a domain of which nothing is stored', () => {
    expect(due(null)).toEqual(['site', 'rdap', 'tranco']);
  });

  test('those whose answer is as old as theirs may be, some hours earlier already', () => {
    expect(due(recordOf({ site: 20 * HOUR, rdap: 6 * DAY, tranco: 6 * DAY }))).toEqual([]);
    expect(due(recordOf({ site: 22 * HOUR, rdap: 6 * DAY, tranco: 7 * DAY }))).toEqual(['site', 'tranco']);
  });

  test('those that have never answered, and those that the record does not know', () => {
    expect(due(recordOf({ site: HOUR, rdap: null }))).toEqual(['rdap', 'tranco']);
  });
});

describe('a source that counts down the days', () => {
  const tls = tlsSource;
  const isDue = (age: number) => dueSources(recordOf({ tls: age }), [tls], NOW).length === 1;
  const isCurrent = (age: number) => currentSources(recordOf({ tls: age }), [tls], NOW).length === 1;

  test('is due, and not current, where it was not asked today', () => {
    expect([isDue(11 * HOUR), isCurrent(11 * HOUR)]).toEqual([false, true]);
    expect([isDue(13 * HOUR), isCurrent(13 * HOUR)]).toEqual([true, false]);
  });

  test('is due where it has never answered', () => {
    expect(dueSources(recordOf({ tls: null }), [tls], NOW)).toEqual([tls]);
  });
});

describe('current are', () => {
  test('those whose answer is new enough, asked today or before', () => {
    expect(current(recordOf({ site: 20 * HOUR, rdap: 6 * DAY, tranco: null }))).toEqual(['site', 'rdap']);
    expect(current(recordOf({ site: 22 * HOUR, rdap: 7 * DAY }))).toEqual([]);
  });

  test('of a source that tells of each day itself, only what it was asked today', () => {
    expect(current(recordOf({ tranco: 11 * HOUR }))).toEqual(['tranco']);
    expect(current(recordOf({ tranco: 13 * HOUR }))).toEqual([]);
  });
});
