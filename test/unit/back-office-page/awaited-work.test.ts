import { expect, test } from '@jest/globals';
import { awaitWork, nextPoll, type AwaitedWork } from '../../../functions/back-office/page/src/domain/awaited-work.ts';

const before = { updated_at: '2026-11-20T00:00:00Z', activity: 'idle' as const, failure: null };

/** Returns the number of polls until the work is done, or `null`. */
function pollsUntilDone(seen: Parameters<typeof nextPoll>[1][]): number | null {
  let work: AwaitedWork | null = awaitWork(before, true);
  for (const [index, one] of seen.entries()) {
    work = nextPoll(work, one);
    if (work === null) return index + 1;
  }
  return null;
}

test('work is done when no activity is left', () => {
  expect(pollsUntilDone([{ ...before, activity: 'waiting' }, { ...before, activity: 'running' }, before])).toBe(3);
});

test('work that has not begun is awaited for a limited number of polls', () => {
  expect(pollsUntilDone([before, before])).toBeNull();
  expect(pollsUntilDone([before, { ...before, activity: 'running' }, before])).toBe(3);
  expect(pollsUntilDone(Array.from({ length: 10 }, () => before))).toBe(5);
});

test('work that is complete before the first poll is recognized by its result', () => {
  expect(pollsUntilDone([{ ...before, updated_at: '2026-11-21T00:00:00Z' }])).toBe(1);
});

test('work that has failed before the first poll is recognized by its failure, not by an earlier one', () => {
  const failure = (failed_at: string) => ({ code: 'timeout', message: 'x', retryable: true, failed_at });
  const [earlier, now] = [failure('2026-11-20T00:00:00Z'), failure('2026-11-21T00:00:00Z')];
  const work = awaitWork({ ...before, failure: earlier }, true);
  expect(nextPoll(work, { ...before, failure: earlier })).not.toBeNull();
  expect(nextPoll(work, { ...before, failure: now })).toBeNull();
});
