import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { numberPattern } from '../../../../functions/core/platform/http/parameters.ts';

const isMatch = (max: number, text: string) => new RegExp(`^${numberPattern(max)}$`).test(text);

test('numberPattern matches exactly the whole numbers from 1 to the maximum', () => {
  const most = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(most, fc.integer({ min: 0, max: 1_100_000 }), (max, number) => {
      expect(isMatch(max, String(number))).toBe(number >= 1 && number <= max);
      expect([isMatch(max, String(max)), isMatch(max, String(max + 1)), isMatch(max, '1')]).toEqual([
        true,
        false,
        true,
      ]);
    }),
  );
});

test.each(['01', '', '1.0', '+1', ' 1', '-1'])('numberPattern does not match %j', (text) => {
  expect(isMatch(20, text)).toBe(false);
});
