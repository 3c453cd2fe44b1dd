import { expect, test } from '@jest/globals';
import { sourcesOf, unattributedOf } from '../../../functions/back-office/page/src/queue/costs-of-sources.ts';

test('costs are split by source, with the rest unattributed', () => {
  const day = (spent_usd: number, by_source: Record<string, number>) => ({ date: '2026-11-20', spent_usd, by_source });
  const days = [day(0.3, { b: 0.1, a: 0.2 }), day(0.5, { a: 0.2, free: 0 }), day(0, { free: 0 })];
  expect(sourcesOf(days)).toEqual(['a', 'b']);
  expect(days.map(unattributedOf)).toEqual([0, expect.closeTo(0.3), 0]);
});
