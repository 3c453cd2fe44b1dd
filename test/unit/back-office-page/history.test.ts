import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Snapshot } from '../../../functions/back-office/page/src/api/api.ts';
import {
  historyViewOf,
  partChanges,
  shownPart,
} from '../../../functions/back-office/page/src/domain/history/history-view.ts';
import {
  isWhole,
  type MetricChange,
  moved,
  realChanges,
  shownAround,
  zoomed,
} from '../../../functions/back-office/page/src/domain/history/real-changes.ts';
import { seriesOf } from '../../../functions/back-office/page/src/domain/history/series.ts';
import { weekly } from '../../../functions/back-office/page/src/domain/vitals/vitals.ts';
import { isRealMove } from '../../../functions/back-office/page/src/shared/real-moves.ts';
import type { ValueName } from '../../../functions/core/record/history-values.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { sampleSnapshots } from '../../browser/support/sample-data.ts';

const [newest, middle, oldest] = sampleSnapshots(Date.parse('2026-11-21T10:00:00Z'));

const failed = (snapshot: typeof newest, code = 'http_503') => ({
  ...snapshot!,
  site_status: code,
  seo_score: null,
  word_count: null,
});

test('a line is drawn from the oldest to the newest value and skips unknown ones', () => {
  const unknown = { ...middle!, seo_score: null, site_status: null };
  expect(seriesOf([newest!, unknown, { ...oldest!, seo_score: 0 }], 'seo_score')).toEqual({
    lines: [
      [
        { time: '2026-11-15T10:00:00.000Z', y: 0 },
        { time: '2026-11-21T10:00:00.000Z', y: 86 },
      ],
    ],
    failed: [],
  });
});

test('a line has a gap and a mark with the code when the site did not return its page', () => {
  expect(seriesOf([newest!, failed(middle), oldest!], 'seo_score')).toEqual({
    lines: [[{ time: '2026-11-15T10:00:00.000Z', y: 85 }], [{ time: '2026-11-21T10:00:00.000Z', y: 86 }]],
    failed: [{ time: '2026-11-18T10:00:00.000Z', code: 'http_503' }],
  });
});

test('metrics of other sources continue while the site fails', () => {
  const { lines, failed: marks } = seriesOf([newest!, failed(middle), oldest!], 'tranco_rank');
  expect([lines.map(({ length }) => length), marks]).toEqual([[3], []]);
});

test('each snapshot is a point, a mark or unknown, and a failed one is never a point', () => {
  const status = fc.constantFrom('ok', 'http_503', 'challenge', null);
  const score = fc.option(fc.nat({ max: 100 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(status, score), { maxLength: 20 }), (days) => {
      const snapshots = days.map(([site_status, seo_score], index) => {
        const time = new Date(Date.UTC(2026, 10, 30 - index)).toISOString();
        return { ...newest!, captured_at: time, site_status, seo_score };
      });
      const { lines, failed: marks } = seriesOf(snapshots, 'seo_score');
      const bad = snapshots.filter(({ site_status: one }) => one !== null && one !== 'ok');
      const known = snapshots.filter((one) => !bad.includes(one) && one.seo_score !== null);
      expect(marks.map(({ time }) => time)).toEqual(bad.map(({ captured_at }) => captured_at).reverse());
      expect(lines.flat().map(({ time }) => time)).toEqual(known.map(({ captured_at }) => captured_at).reverse());
      const crossed = lines.some((line) => marks.some(({ time }) => time > line[0]!.time && time < line.at(-1)!.time));
      expect(crossed).toBe(false);
    }),
  );
});

test.each<[boolean, ValueName, number, number]>([
  [false, 'tranco_rank', 48_211, 48_600],
  [true, 'tranco_rank', 48_211, 40_000],
  [false, 'tranco_rank', 20, 23],
  [true, 'seo_score', 90, 89],
  [true, 'site_broken_links', 0, 1],
])('it is %s that a change of %s from %d to %d means something', (isReal, name, from, to) => {
  expect(isRealMove(name, from, to)).toBe(isReal);
});

test('moving a part of a history earlier and later keeps its number of days, at any hour', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: DAY_MS - 1 }),
      fc.array(fc.constantFrom('earlier', 'later')),
      (hour, moves) => {
        const to = Date.parse('2026-11-21') + hour;
        const whole = { from: to - 90 * DAY_MS, to };
        const view = (part: string) => historyViewOf(new URLSearchParams({ part }));
        let shown = shownPart(view('2026-10-01..2026-10-10'), whole);
        for (const by of moves) {
          shown = shownPart(view(partChanges(moved(shown, whole, by), whole).part as string), whole);
          expect([9, 10]).toContain(Math.round((shown.to - shown.from) / DAY_MS));
        }
      },
    ),
  );
});

test('the last part of a history contains its end, at any hour', () => {
  for (const hour of [0, 3, 21]) {
    const to = Date.parse('2026-11-21') + hour * 3_600_000;
    const whole = { from: to - 90 * DAY_MS, to };
    const { part } = partChanges({ from: to - 10 * DAY_MS, to }, whole);
    expect(shownPart(historyViewOf(new URLSearchParams({ part: part as string })), whole).to).toBe(to);
  }
});

const [sample] = sampleSnapshots(Date.parse('2026-11-21T10:00:00Z'));
const timeOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
type Field = MetricChange['field'];
type Value = string | number;

/** Returns daily snapshots with the changes of a metric. */
function history(field: Field, values: readonly Value[]): Snapshot[] {
  const days = values.map((to, day) => {
    const from = values[day - 1];
    const changes = from === undefined || from === to ? [] : [{ name: field, before: from, after: to }];
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
