import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { listOf } from '../../../../functions/core/sources/providers/read-response.ts';

describe('listOf', () => {
  const numbers = listOf(z.number());
  const odd = fc.constantFrom(null, 'x', {}, [], true);

  test('leaves out odd members and keeps the others in order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), odd)), (written) => {
        const sound = written.filter((one) => typeof one === 'number');
        fc.pre(sound.length > 0);
        expect(numbers.parse(written)).toEqual(sound);
      }),
    );
  });

  test('is empty where the list is', () => {
    expect(numbers.parse([])).toEqual([]);
  });

  test('does not take a list of odd members alone for an empty one', () => {
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1 }), (written) => {
        expect(numbers.safeParse(written).success).toBe(false);
      }),
    );
  });

  test.each([null, 'x', { 0: 1 }, undefined])('does not take %j for a list', (written) => {
    expect(numbers.safeParse(written).success).toBe(false);
  });
});
