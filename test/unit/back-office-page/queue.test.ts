import { expect, test } from '@jest/globals';
import { english } from '../../../functions/back-office/page/src/language/english.ts';
import { englishOperations } from '../../../functions/back-office/page/src/language/operations/english.ts';
import { sourcesOf, unattributedOf } from '../../../functions/back-office/page/src/queue/costs-of-sources.ts';
import { taskOf, whyOf } from '../../../functions/back-office/page/src/queue/letter-words.ts';

test.each([
  ['snapshot', 'Snapshot'],
  ['of-a-later-version', 'of-a-later-version'],
  [null, 'not known'],
])('the work %s is called %s', (task, words) => {
  expect(taskOf({ task }, englishOperations)).toBe(words);
});

test.each([
  ['domain_busy', 'others were fetching the domain each time'],
  ['timeout', 'no answer in time'],
  ['LaterError', 'LaterError'],
  [null, englishOperations.no_reason],
])('why it failed, %s, is told as %s', (why, words) => {
  expect(whyOf({ why }, englishOperations, english)).toBe(words);
});

test('costs are told by source, and what was spent before belongs to none', () => {
  const day = (spent_usd: number, by_source: Record<string, number>) => ({ date: '2026-11-20', spent_usd, by_source });
  const days = [day(0.3, { b: 0.1, a: 0.2 }), day(0.5, { a: 0.2 }), day(0, {})];
  expect(sourcesOf(days)).toEqual(['a', 'b']);
  expect(days.map(unattributedOf)).toEqual([0, expect.closeTo(0.3), 0]);
});
