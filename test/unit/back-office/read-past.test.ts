import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPast } from '../../../functions/back-office/read-past.ts';
import type { HistoryWindow, StoredSnapshot } from '../../../functions/core/domains/store/domain-history.ts';

const DAY_MS = 86_400_000;
const END = Date.parse('2026-11-23T08:00:00Z');
const dayBefore = (days: number) => new Date(END - days * DAY_MS).toISOString();

/** A history of these days before the end, with the score of each. */
function historyOf(days: [daysBefore: number, score: number | null][]) {
  const snapshots = days
    .map(([days, score]): StoredSnapshot => {
      const captured_at = dayBefore(days);
      return { key: captured_at, captured_at, date: captured_at.slice(0, 10), origin: 'scheduled', seo_score: score };
    })
    .sort((one, other) => (one.captured_at < other.captured_at ? 1 : -1));
  return {
    read: (_: string, { from, to, limit }: HistoryWindow & { limit: number }) => {
      const within = snapshots.filter(({ captured_at }) => captured_at >= from && captured_at <= to);
      return Promise.resolve({ snapshots: within.slice(0, limit), truncated: within.length > limit });
    },
  };
}

test('the past of a domain in the list is made of its history: known figures, a week apart', async () => {
  const history = historyOf([
    [100, 10],
    [80, 20],
    [79, 25],
    [70, null],
    [40, 30],
    [3, 40],
    [0, 50],
  ]);
  const day = Math.floor(END / DAY_MS);
  expect(await readPast('a.com', new Date(END).toISOString(), { history })).toEqual([
    [day - 80, 20, null],
    [day - 40, 30, null],
    [day - 3, 40, null],
  ]);
});

test('whatever the history, the past has at most 13 days, each a week after the one before', async () => {
  const days = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.option(fc.integer({ min: 0, max: 100 }))));
  await fc.assert(
    fc.asyncProperty(days, async (known) => {
      const past = await readPast('a.com', new Date(END).toISOString(), { history: historyOf(known) });
      expect(past.length).toBeLessThanOrEqual(13);
      for (const [index, [day]] of past.slice(1).entries()) expect(day - past[index]![0]).toBeGreaterThanOrEqual(7);
    }),
  );
});
