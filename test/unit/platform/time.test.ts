import { expect, test } from '@jest/globals';
import { dayOf, daysBetween, startOfDay } from '../../../functions/core/platform/time/day.ts';

test('a day ends at midnight (UTC)', () => {
  const midnight = Date.parse('2026-03-01T00:00:00Z');
  expect([dayOf(midnight - 1), dayOf(midnight)]).toEqual(['2026-02-28', '2026-03-01']);
  expect([startOfDay(midnight), startOfDay(midnight + 86_399_999)]).toEqual([midnight, midnight]);
});

test('daysBetween includes the first and the last day, and returns none when the period ends before it begins', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysBetween('2026-03-01', '2026-03-01')).toEqual(['2026-03-01']);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
});
