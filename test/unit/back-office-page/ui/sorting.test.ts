import { describe, expect, test } from '@jest/globals';
import { nextSort, sorted } from '../../../../functions/back-office/page/src/ui/sorting.ts';

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
