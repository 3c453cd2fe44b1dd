import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cursorAt, positionOf } from '../../../../functions/core/platform/http/paging.ts';

const QUERY = { q: 'camping stove', sort: 'score' };

test('a cursor contains its position in any script, and characters that need no escape in an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (position) => {
      const cursor = cursorAt(position, QUERY);
      expect(positionOf(cursor, { ...QUERY })).toBe(position);
      expect(encodeURIComponent(cursor)).toBe(cursor);
    }),
  );
});

test('a cursor of another query is rejected with the parameter name', () => {
  const cursor = cursorAt('0042#stove', { ...QUERY, sort: 'recent' });
  expect(() => positionOf(cursor, QUERY)).toThrow(
    expect.objectContaining({ status: 422, details: [expect.objectContaining({ param: 'cursor' })] }),
  );
});

test('an invalid cursor is rejected', () => {
  const cursor = cursorAt('0042#stove', QUERY);
  for (const broken of ['', 'x', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, 'é'.repeat(40)]) {
    expect(() => positionOf(broken, QUERY)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  }
  fc.assert(
    fc.property(fc.base64String({ maxLength: 60 }), (text) => {
      expect(() => positionOf(text, QUERY)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
    }),
  );
});

test.each([
  ['a'.repeat(1_000), true],
  ['a'.repeat(1_001), false],
  ['é'.repeat(500), true],
  ['é'.repeat(501), false],
  ['a'.repeat(2_900), false],
])(
  'a cursor is valid if its position has at most 1,000 bytes, since it becomes a part of a key: %#',
  (position, isValid) => {
    const read = () => positionOf(cursorAt(position, QUERY), QUERY);
    if (isValid) expect(read()).toBe(position);
    else expect(read).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  },
);
