import { expect, test } from '@jest/globals';
import { fittingItems } from '../../../../functions/core/platform/http/paging.ts';

const MB = 1_000_000;

test('fittingItems returns all items when they fit into a page', () => {
  const items = Array<string>(1_000).fill('x'.repeat(3_000));
  expect(fittingItems(items)).toBe(items);
  expect(fittingItems([])).toEqual([]);
});

test.each([
  ['letters', 'x', 1, 1],
  ['three-byte characters', '站', 3, 3],
  ['quotes, which are escaped twice', '"', 2, 4],
])("fittingItems limits a list of %s to 4 MB and to Lambda's response size", (_, character, once, twice) => {
  const items = Array<string>(2_000).fill(character.repeat(4_000));
  const kept = fittingItems(items).length;
  expect(kept * 4_000 * once).toBeLessThanOrEqual(4 * MB);
  expect(kept * 4_000 * twice).toBeLessThanOrEqual(5.5 * MB);
  expect((kept + 2) * 4_000 * Math.max(once, (twice * 4) / 5.5)).toBeGreaterThan(4 * MB);
});

test('fittingItems returns a single item that exceeds the limit', () => {
  const large = 'x'.repeat(5 * MB);
  expect(fittingItems([large, 'a', 'b'])).toEqual([large]);
  expect(fittingItems(['a', large, 'b'])).toEqual(['a']);
});
