import { expect, test } from '@jest/globals';
import { startOf } from '../../../../functions/core/domains/history/read-history.ts';

test.each([
  ['2026-11-21T09:42:38.595Z', 1, 'd', '2026-11-20'],
  ['2026-11-21T09:42:38.595Z', 30, 'd', '2026-10-22'],
  ['2026-11-21T09:42:38.595Z', 2, 'w', '2026-11-07'],
  ['2026-11-21T09:42:38.595Z', 1, 'm', '2026-10-21'],
  ['2026-11-21T09:42:38.595Z', 13, 'm', '2025-10-21'],
  ['2026-11-21T09:42:38.595Z', 10, 'y', '2016-11-21'],
  ['2026-03-31T23:59:59.999Z', 1, 'm', '2026-02-28'],
  ['2028-02-29T00:00:00.000Z', 1, 'y', '2027-02-28'],
  ['2026-01-01T00:00:00.000Z', 1, 'd', '2025-12-31'],
] as const)('at %s, a range of %i%s begins at the start of %s', (now, amount, unit, day) => {
  expect(startOf({ text: '', amount, unit }, Date.parse(now))).toBe(`${day}T00:00:00.000Z`);
});
