import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allowanceTags, keyOwnerOf, MAX_PER_DAY, newOwner, tagsOf } from '../../../functions/core/accounts/key-tags.ts';

const limit = fc.option(fc.integer({ min: 0, max: MAX_PER_DAY }));
const allowances = fc.record({ domainsPerDay: limit, pagesPerDay: limit });
const holders = fc.record({ owner: fc.stringMatching(/^o[0-9a-f]{16}$/), allowances });

test('the values of a key are read from its tags', () => {
  fc.assert(
    fc.property(holders, (holder) => {
      expect(keyOwnerOf({ id: 'a1', tags: tagsOf(holder) })).toEqual(holder);
    }),
  );
});

test('an edit of allowances does not change the owner, other tags and missing members', () => {
  fc.assert(
    fc.property(holders, allowances, fc.boolean(), ({ owner, allowances: before }, after, isDomains) => {
      const edit = isDomains ? { domainsPerDay: after.domainsPerDay } : { pagesPerDay: after.pagesPerDay };
      const { set, removed } = allowanceTags(edit);
      const kept = Object.entries({ ...tagsOf({ owner, allowances: before }), team: 'a' });
      const tags = { ...Object.fromEntries(kept.filter(([name]) => !removed.includes(name))), ...set };
      expect(tags.team).toBe('a');
      expect(keyOwnerOf({ id: 'a1', tags })).toEqual({ owner, allowances: { ...before, ...edit } });
    }),
  );
});

test('a key without tags, or with an empty owner, is its own owner, with the allowances of its plan', () => {
  const own = { owner: 'a1', allowances: { domainsPerDay: null, pagesPerDay: null } };
  expect(keyOwnerOf({ id: 'a1' })).toEqual(own);
  expect(keyOwnerOf({ id: 'a1', tags: { owner: '' } })).toEqual(own);
});

test('no two new keys have the same owner', () => {
  const owners = Array.from({ length: 1_000 }, () => newOwner().owner);
  expect(new Set(owners).size).toBe(1_000);
});
