import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { engineIds } from '../../../functions/core/keywords/choices.ts';
import { type KeywordFacts, keywordOf, mergeFacts, NO_SEED } from '../../../functions/core/keywords/keyword.ts';

const time = fc.integer({ min: 0, max: 5 }).map((day) => new Date(Date.UTC(2026, 10, 1 + day)).toISOString());
const ranks = fc.dictionary(fc.constantFrom(...engineIds), fc.integer({ min: 1, max: 12 }));
const finding = fc
  .record({
    ranks,
    short_ranks: ranks,
    requested_engines: fc.subarray([...engineIds]).map((ids) => ids.toSorted()),
    language: fc.constantFrom('de', 'en'),
    first_seen_at: time,
  })
  .map((facts): KeywordFacts => ({
    keyword: 'seo tool',
    metrics: null,
    ...facts,
    last_seen_at: facts.first_seen_at,
  }));

test('merged facts depend neither on the order of the findings nor on repetitions', () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 1, maxLength: 5 }), fc.nat(), (findings, offset) => {
      const merged = findings.reduce(mergeFacts);
      const rotated = findings.map((_, index) => findings[(index + offset) % findings.length]!).toReversed();
      expect([...rotated, ...findings].reduce(mergeFacts)).toEqual(mergeFacts(merged, merged));
    }),
  );
});

test('two findings are merged equally in either order, also when the language of one is unknown', () => {
  fc.assert(
    fc.property(finding, finding, fc.boolean(), (one, other, isKnown) => {
      const another = isKnown ? other : { ...other, language: null };
      expect(mergeFacts(one, another)).toEqual(mergeFacts(another, one));
    }),
  );
});

test('one more finding never lowers the score', () => {
  fc.assert(
    fc.property(finding, finding, (one, other) => {
      const [before, after] = [one, mergeFacts(one, other)].map((facts) => keywordOf(facts, NO_SEED).evidence);
      expect(after).toBeGreaterThanOrEqual(before!);
    }),
  );
});
