import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  historyViewOf,
  partChanges,
  shownPart,
} from '../../../functions/back-office/page/src/domain/history/history-view.ts';
import { moved } from '../../../functions/back-office/page/src/domain/history/real-changes.ts';
import { seriesOf, yDomainOf } from '../../../functions/back-office/page/src/domain/history/series.ts';
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
    lines: [[{ time: '2026-11-15T10:00:00.000Z', y: 86 }], [{ time: '2026-11-21T10:00:00.000Z', y: 86 }]],
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

const points = (...values: number[]) => values.map((y) => ({ time: '', y }));

test('an axis has a margin around its line, also a level one, but none below zero', () => {
  expect(yDomainOf(points(50, 50))).toEqual([49, 51]);
  expect(yDomainOf(points(0, 100))).toEqual([0, 110]);
  expect(yDomainOf(points(0, 0))).toEqual([0, 1]);
});

test('the axis of values below one is narrow, and that of negative values begins below zero', () => {
  expect(yDomainOf(points(0.08, 0.12))).toEqual([0.07, 0.13]);
  expect(yDomainOf(points(0.95, 1.4))).toEqual([0, 3]);
  expect(yDomainOf(points(-3, 20))).toEqual([-6, 23]);
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
