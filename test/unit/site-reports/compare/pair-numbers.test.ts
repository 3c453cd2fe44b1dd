import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PairNumbers } from '../../../../functions/core/site-reports/compare/pair-numbers.ts';

const number = fc.oneof(fc.nat(3), fc.nat(2 ** 32 - 1), fc.constant(2 ** 32 - 1));

test('pairs have numbers from 0 in the order in which they are added, each one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 3_000, size: 'max' }), (pairs) => {
      const numbers = new PairNumbers();
      const known = new Map<string, number>();
      for (const [first, second] of pairs) {
        const key = `${first} ${second}`;
        expect(numbers.numberOf(first, second)).toBe(known.get(key) ?? -1);
        if (!known.has(key)) known.set(key, known.size);
        expect(numbers.add(first, second)).toBe(known.get(key));
      }
      expect(numbers.size).toBe(known.size);
    }),
    { numRuns: 20 },
  );
});
