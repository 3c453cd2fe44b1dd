import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { listOf } from '../../../../functions/core/sources/providers/read-response.ts';

describe('listOf', () => {
  const numbers = listOf(z.number());
  const odd = fc.constantFrom(null, 'x', {}, [], true);

  test('omits invalid members and keeps the others in order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), odd)), (written) => {
        const sound = written.filter((one) => typeof one === 'number');
        fc.pre(sound.length > 0);
        expect(numbers.parse(written)).toEqual(sound);
      }),
    );
  });

  test('is empty for an empty list', () => {
    expect(numbers.parse([])).toEqual([]);
  });

  test('rejects a list of only invalid members', () => {
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1 }), (written) => {
        expect(numbers.safeParse(written).success).toBe(false);
      }),
    );
  });

  test.each([null, 'x', { 0: 1 }, undefined])('rejects %j', (written) => {
    expect(numbers.safeParse(written).success).toBe(false);
  });
});
