import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstSnapshotAt, nextSnapshotAt } from '../../../../functions/core/domains/schedule/snapshot-cadence.ts';
import { shardOf, SHARDS } from '../../../../functions/core/platform/names/shards.ts';
import { dayOf } from '../../../../functions/core/platform/time/day.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-15T12:00:00Z');
const daysAgo = (days: number) => dayOf(NOW - days * DAY);

const daysUntilNext = (lastRequestedOn: string) =>
  (Date.parse(dayOf(Date.parse(nextSnapshotAt('a.com', lastRequestedOn, NOW)))) - Date.parse(dayOf(NOW))) / DAY;

describe('the next snapshot of a domain is', () => {
  test.each([
    [0, 1],
    [30, 1],
    [31, 7],
    [180, 7],
    [181, 30],
    [3_000, 30],
  ])('after a last request %i days ago due in %i days', (requestedDaysAgo, days) => {
    expect(daysUntilNext(daysAgo(requestedDaysAgo))).toBe(days);
  });

  test('on a later day at the same minute of the day for any current time', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: NOW, max: NOW + 400 * DAY }), (domain, now) => {
        const next = nextSnapshotAt(domain, dayOf(now), now);
        expect(dayOf(Date.parse(next))).toBe(dayOf(now + DAY));
        expect(next.slice(11)).toBe(nextSnapshotAt(domain, dayOf(now), now + DAY).slice(11));
      }),
    );
  });

  test('at first within a day, at the minute of the domain', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: NOW, max: NOW + DAY }), (domain, now) => {
        const first = Date.parse(firstSnapshotAt(domain, now));
        expect(first).toBeGreaterThan(now);
        expect(first - now).toBeLessThanOrEqual(DAY);
      }),
    );
  });
});

test('domains are distributed over the shards and over the day except its last two hours', () => {
  const domains = Array.from({ length: 8_000 }, (_, index) => `site-${index}.com`);
  const counts = (keys: string[]) => [...Map.groupBy(keys, (key) => key).values()].map((group) => group.length);
  const shards = counts(domains.map(shardOf));
  expect(shards).toHaveLength(SHARDS);
  for (const count of shards) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  const hours = counts(domains.map((domain) => firstSnapshotAt(domain, NOW).slice(11, 13)));
  expect(hours).toHaveLength(22);
  for (const count of hours) expect(Math.abs(count - 364)).toBeLessThan(95);
});
