import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  arcPath,
  areaPath,
  labelledPositions,
  linePath,
  positionOf,
  runsOf,
  scaleOf,
} from '../../../functions/back-office/page/src/ui/charts/geometry.ts';
import { ratingOf, scoreTone } from '../../../functions/back-office/page/src/ui/score-tone.ts';
import { nextSort, sorted } from '../../../functions/back-office/page/src/ui/sorting.ts';

// The bounds of Lighthouse.
test.each([
  [0, 'poor', 'bad'],
  [8, 'poor', 'bad'],
  [49.9, 'poor', 'bad'],
  [50, 'fair', 'warn'],
  [89, 'fair', 'warn'],
  [90, 'good', 'good'],
  [100, 'good', 'good'],
] as const)('a score or health of %d is %s, and its colour is %s', (value, rating, tone) => {
  expect([ratingOf(value), scoreTone(value)]).toEqual([rating, tone]);
});

test('an unknown score has no colour', () => {
  expect(scoreTone(null)).toBe('none');
});

describe('scaleOf', () => {
  test.each([
    { values: [3, 97], fromZero: false, ticks: [0, 25, 50, 75, 100] },
    { values: [81, 92], fromZero: false, ticks: [80, 85, 90, 95] },
    { values: [0.1, 0.3], fromZero: false, ticks: [0.1, 0.15, 0.2, 0.25, 0.3] },
    { values: [7], fromZero: true, ticks: [0, 2, 4, 6, 8] },
    { values: [], fromZero: true, ticks: [0, 1] },
    { values: [0, 0], fromZero: true, ticks: [0, 1] },
    { values: [1, 2], fromZero: true, ticks: [0, 1, 2] },
    { values: [9], fromZero: true, ticks: [0, 5, 10] },
    { values: [0.5, 1], fromZero: true, ticks: [0, 0.25, 0.5, 0.75, 1] },
  ])('has round ticks around $values', ({ values, fromZero, ticks }) => {
    expect(scaleOf(values, 4, fromZero).ticks).toEqual(ticks);
  });

  test('contains all values and has few ticks', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((number) => Math.round(number * 1e3) / 1e3);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), fc.boolean(), (values, fromZero) => {
        const { least, most, ticks } = scaleOf(values, 4, fromZero);
        const slack = Math.max(Math.abs(least), Math.abs(most)) * 1e-9;
        expect(least - slack).toBeLessThanOrEqual(Math.min(...values));
        expect(most + slack).toBeGreaterThanOrEqual(Math.max(...values));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe('positionOf', () => {
  test('returns the part of the scale below a value', () => {
    expect(positionOf(25, { least: 0, most: 100 })).toBe(0.25);
    expect(positionOf(3, { least: 3, most: 3 })).toBe(0.5);
  });
});

describe('labelledPositions', () => {
  test.each([
    { length: 7, most: 7, positions: [0, 1, 2, 3, 4, 5, 6] },
    { length: 30, most: 4, positions: [9, 19, 29] },
    { length: 1, most: 4, positions: [0] },
    { length: 0, most: 4, positions: [] },
  ])('returns at most $most of $length positions with the last', ({ length, most, positions }) => {
    expect(labelledPositions(length, most)).toEqual(positions);
  });
});

describe('paths', () => {
  const [one, two, three] = [
    { x: 0, y: 10 },
    { x: 5, y: 4 },
    { x: 10, y: 6.26 },
  ];

  test('are interrupted where a value is unknown', () => {
    expect(runsOf([null, one, two, null, null, three])).toEqual([[one, two], [three]]);
    expect(runsOf([])).toEqual([]);
  });

  test('connect their points, and areas end at the bottom', () => {
    expect(linePath([one, two, three])).toBe('M0 10L5 4L10 6.3');
    expect(areaPath([one, two], 20)).toBe('M0 10L5 4L5 20L0 20Z');
  });

  test('of ring segments begin at the top and have the large-arc flag from a half', () => {
    expect(arcPath(50, 40, 0, 0.25)).toBe('M50 10A40 40 0 0 1 90 50');
    expect(arcPath(50, 40, 0.25, 1)).toBe('M90 50A40 40 0 1 1 50 10');
    expect(arcPath(50, 40, 0, 1)).toMatch(/ 0 1 1 /);
  });
});

const collator = new Intl.Collator('en', { numeric: true });
const identity = (value: string | number | null) => value;

describe('sorted', () => {
  test('puts unknown values last in both directions', () => {
    expect(sorted([2, null, 10, 1], identity, false, collator)).toEqual([1, 2, 10, null]);
    expect(sorted([2, null, 10, 1], identity, true, collator)).toEqual([10, 2, 1, null]);
  });

  test('sorts texts by locale, without case and with numbers', () => {
    expect(sorted(['b2', 'B10', 'a'], identity, false, collator)).toEqual(['a', 'b2', 'B10']);
  });

  test('keeps the order of equal rows', () => {
    const rows = [
      { id: 1, value: 5 },
      { id: 2, value: 5 },
      { id: 3, value: 4 },
    ];
    expect(sorted(rows, ({ value }) => value, true, collator).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('nextSort', () => {
  test('reverses the direction of the same column, and resets it for another column', () => {
    const first = nextSort(null, 'score', true);
    expect(first).toEqual({ column: 'score', isDescending: true });
    expect(nextSort(first, 'score', true)).toEqual({ column: 'score', isDescending: false });
    expect(nextSort(first, 'name')).toEqual({ column: 'name', isDescending: false });
  });
});
