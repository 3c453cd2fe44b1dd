import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Snapshot } from '../../../functions/back-office/page/src/api/api.ts';
import {
  isWhole,
  type MetricChange,
  moved,
  realChanges,
  shownAround,
  zoomed,
} from '../../../functions/back-office/page/src/domain/history/real-changes.ts';
import { weekly } from '../../../functions/back-office/page/src/domain/vitals/vitals.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { sampleSnapshots } from '../../browser/support/sample-data.ts';

const [sample] = sampleSnapshots(Date.parse('2026-11-21T10:00:00Z'));
const timeOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

type Field = MetricChange['field'];
type Value = string | number;

/** Returns daily snapshots with the changes of a metric. */
function history(field: Field, values: readonly Value[]): Snapshot[] {
  const days = values.map((to, day) => {
    const from = values[day - 1];
    const changes = from === undefined || from === to ? [] : [{ field, from, to }];
    return { ...sample!, captured_at: timeOf(day), changes };
  });
  return days.reverse();
}

const realChangesOf = (field: Field, ...values: Value[]) =>
  realChanges(history(field, values)).real.map(({ from, to }) => [from, to]);

describe('realChanges', () => {
  test('returns each changed text and score, newest first', () => {
    expect(realChangesOf('title', 'A', 'A', 'B', 'C')).toEqual([
      ['B', 'C'],
      ['A', 'B'],
    ]);
    expect(realChangesOf('seo_score', 85, 86)).toEqual([[85, 86]]);
  });

  test('collapses small changes until their sum is large', () => {
    expect(realChangesOf('tranco_rank', 10_000, 10_200, 9_900, 10_100)).toEqual([]);
    expect(realChangesOf('tranco_rank', 10_000, 10_400, 10_800, 11_200, 11_300)).toEqual([[10_000, 11_200]]);
    expect(realChangesOf('cls_p75', 0, 0.01)).toEqual([]);
    expect(realChangesOf('cls_p75', 0, 0.05)).toEqual([[0, 0.05]]);
    expect(realChangesOf('tranco_rank', 3, 4)).toEqual([]);
  });

  test('collapses a text that changes nearly every day, and the hash of the content', () => {
    expect(realChangesOf('title', ...Array.from({ length: 12 }, (_, day) => `News of day ${day}`))).toEqual([]);
    expect(realChangesOf('content_hash', 'a', 'b')).toEqual([]);
    const seldom = Array.from({ length: 60 }, (_, day) => `Title ${Math.floor(day / 10)}`);
    expect(realChangesOf('title', ...seldom)).toHaveLength(5);
  });

  test('returns or collapses every change, each returned one starting at the value of the previous one', () => {
    const field = fc.constantFrom<Field>('tranco_rank', 'seo_score', 'word_count', 'cls_p75');
    fc.assert(
      fc.property(field, fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 }), (name, values) => {
        const snapshots = history(name, values);
        const { real, small } = realChanges(snapshots);
        const all = snapshots.flatMap(({ captured_at }) => captured_at);
        expect(real.length + small.length).toBe(snapshots.flatMap(({ changes }) => changes).length);
        for (const [index, { from, captured_at }] of real.entries()) {
          expect(all).toContain(captured_at);
          expect(from).toBe(real[index + 1]?.to ?? values[0]);
        }
      }),
    );
  });
});

describe('the part of a range that a chart shows', () => {
  const whole = { from: 0, to: 90 * DAY_MS };

  test('is half as long around the same center when zoomed in, and restored when zoomed out', () => {
    const half = zoomed(whole, whole, 'in');
    expect(half).toEqual({ from: 22.5 * DAY_MS, to: 67.5 * DAY_MS });
    expect(zoomed(half, whole, 'out')).toEqual(whole);
    expect(moved(half, whole, 'later')).toEqual({ from: 45 * DAY_MS, to: 90 * DAY_MS });
    expect(shownAround(88 * DAY_MS, whole)).toEqual({ from: 70 * DAY_MS, to: 90 * DAY_MS });
  });

  test('stays within the range and has at least three days', () => {
    const step = fc.constantFrom('in', 'out', 'earlier', 'later');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let shown = whole;
        for (const one of steps) {
          shown = one === 'in' || one === 'out' ? zoomed(shown, whole, one) : moved(shown, whole, one);
          expect(shown.from).toBeGreaterThanOrEqual(whole.from);
          expect(shown.to).toBeLessThanOrEqual(whole.to);
          expect(shown.to - shown.from).toBeGreaterThanOrEqual(3 * DAY_MS - 1);
        }
        for (let count = 0; count < 6; count += 1) shown = zoomed(shown, whole, 'out');
        expect(isWhole(shown, whole)).toBe(true);
      }),
    );
  });
});

test('field data are shown by the newest value of each week, also when they are known daily', () => {
  const points = Array.from({ length: 22 }, (_, day) => ({ time: timeOf(day), y: day }));
  expect(weekly(points).map(({ y }) => y)).toEqual([6, 13, 20, 21]);
  expect(weekly([])).toEqual([]);
});
