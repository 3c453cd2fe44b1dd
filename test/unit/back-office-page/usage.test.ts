import { expect, test } from '@jest/globals';
import { daysOf, usedInMonth } from '../../../functions/back-office/page/src/keys/usage.ts';

const now = Date.parse('2026-11-21T23:30:00Z');
const usage = { plan: 'basic', monthly_quota: 1_000, from: '2026-10-31', to: '2026-11-02' };

test('a period ends today and counts its days in UTC', () => {
  expect(daysOf('month', now)).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(daysOf('days30', now)).toEqual({ from: '2026-10-23', to: '2026-11-21' });
  expect(daysOf('days90', now)).toEqual({ from: '2026-08-24', to: '2026-11-21' });
});

test('usage is computed from the remaining quota, which a move to another plan resets', () => {
  const days = [
    { date: '2026-11-01', used: 400, remaining: 600 },
    { date: '2026-11-02', used: 30, remaining: 970 },
  ];
  expect(usedInMonth({ ...usage, days }, now)).toBe(30);
});

test('usage is the sum of the days of the month when the remaining quota is unknown', () => {
  const days = [
    { date: '2026-10-31', used: 7, remaining: null },
    { date: '2026-11-01', used: 20, remaining: null },
    { date: '2026-11-02', used: 30, remaining: null },
  ];
  expect(usedInMonth({ ...usage, days }, now)).toBe(50);
});
