import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { idHashes, mayHaveId } from '../../../../functions/core/analysis/rules/fragments.ts';

test('the hashes of the ids of a page have each of its ids, and others only by chance', () => {
  const id = fc.string({ minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 40 }), fc.array(id), (ids, others) => {
      const hashes = idHashes(ids)!;
      for (const one of ids) expect(mayHaveId(hashes, one)).toBe(true);
      const known = new Set(idsIn(hashes));
      for (const one of others) expect(mayHaveId(hashes, one)).toBe(known.has(idsIn(idHashes([one])!)[0]!));
    }),
    { numRuns: 500 },
  );
});

/** Returns the hashes as numbers. */
function idsIn(hashes: string): number[] {
  const bytes = Buffer.from(hashes, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(4 * index));
}

test('a page with a thousand ids has hashes, one with more has none', () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => `part-${index}`);
  const hashes = idHashes(ids.slice(1))!;
  expect(ids.filter((id) => !mayHaveId(hashes, id))).toEqual(['part-0']);
  expect(idHashes(ids)).toBeNull();
});
