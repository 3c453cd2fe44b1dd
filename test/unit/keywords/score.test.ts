import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EngineId, engineIds } from '../../../functions/core/keywords/choices.ts';
import {
  evidenceOf,
  evidenceWithin,
  MAX_EVIDENCE,
  type RanksByKind,
  queryKind,
  type QueryKind,
  scoreOf,
  seedOf,
  sumOfEvidence,
} from '../../../functions/core/keywords/score.ts';

const KINDS: QueryKind[] = ['modifier', 'letter', 'seed'];

/** Suggestion of a phrase by one engine. */
interface Suggestion {
  engine: EngineId;
  kind: QueryKind;
  rank: number;
}

const rank = fc.integer({ min: 1, max: 50 });
const kind = fc.constantFrom(...KINDS);

/** A phrase that some engines suggest, each for one kind of query. */
const suggestedBy = (engines: readonly EngineId[], kinds: fc.Arbitrary<QueryKind> = kind) =>
  fc
    .tuple(...engines.map((engine) => fc.record({ engine: fc.constant(engine), kind: kinds, rank })))
    .map((suggestions): Suggestion[] => suggestions);
const phrase = fc.subarray([...engineIds], { minLength: 1 }).chain((engines) => suggestedBy(engines));

function sumOf(suggestions: Suggestion[]): number {
  const ranks: RanksByKind = {};
  for (const one of suggestions) ranks[one.kind] = { ...ranks[one.kind], [one.engine]: one.rank };
  return sumOfEvidence(ranks);
}

describe('the score, all else equal,', () => {
  test('never falls with one more engine, and the sum grows', () => {
    fc.assert(
      fc.property(phrase, kind, rank, (suggestions, more, position) => {
        const engine = engineIds.find((id) => !suggestions.some((one) => one.engine === id));
        if (!engine) return;
        const sum = sumOf([...suggestions, { engine, kind: more, rank: position }]);
        expect(sum).toBeGreaterThan(sumOf(suggestions));
        expect(scoreOf(sum, 7)).toBeGreaterThanOrEqual(scoreOf(sumOf(suggestions), 7));
      }),
    );
  });

  test('never falls with a better rank', () => {
    fc.assert(
      fc.property(phrase, fc.nat(), (suggestions, index) => {
        const at = index % suggestions.length;
        const better = suggestions.map((one, each) =>
          each === at && one.rank > 1 ? { ...one, rank: one.rank - 1 } : one,
        );
        expect(sumOf(better)).toBeGreaterThanOrEqual(sumOf(suggestions));
      }),
    );
    // Engines show about ten suggestions: each of these ranks counts.
    for (const each of KINDS) {
      for (let position = 1; position < 12; position += 1) {
        expect(evidenceOf(each, position)).toBeGreaterThan(evidenceOf(each, position + 1));
      }
    }
  });

  test('never falls with a shorter query, with any ranks', () => {
    fc.assert(
      fc.property(rank, rank, (one, other) => {
        expect(evidenceOf('seed', one)).toBeGreaterThan(evidenceOf('letter', other));
        expect(evidenceOf('letter', one)).toBeGreaterThan(evidenceOf('modifier', other));
      }),
    );
  });

  test('a phrase that any engine suggests for the seed comes before all others with as many engines', () => {
    const sameSize = fc.integer({ min: 1, max: engineIds.length }).chain((size) => {
      const engines = fc.shuffledSubarray([...engineIds], { minLength: size, maxLength: size });
      return fc.tuple(
        engines.chain((ids) => suggestedBy(ids)),
        engines.chain((ids) => suggestedBy(ids, fc.constantFrom<QueryKind>('letter', 'modifier'))),
        rank,
      );
    });
    fc.assert(
      fc.property(sameSize, ([some, others, position]) => {
        const withSeed = [{ ...some[0]!, kind: 'seed' as const, rank: position }, ...some.slice(1)];
        expect(sumOf(withSeed)).toBeGreaterThan(sumOf(others));
      }),
      { numRuns: 500 },
    );
  });

  test('a phrase that six engines suggest for the seed comes before one of one engine and a long query', () => {
    fc.assert(
      fc.property(suggestedBy(engineIds.slice(1), fc.constant('seed')), rank, (six, position) => {
        expect(sumOf(six)).toBeGreaterThan(sumOf([{ engine: 'google', kind: 'modifier', rank: position }]));
      }),
    );
  });

  test('counts the best suggestion of each engine', () => {
    fc.assert(
      fc.property(rank, rank, rank, (seed, letter, modifier) => {
        const all = sumOfEvidence({ seed: { bing: seed }, letter: { bing: letter }, modifier: { bing: modifier } });
        expect(all).toBe(evidenceOf('seed', seed));
      }),
    );
  });

  test('is a whole number from 0 to 100, and 100 when all engines put it first', () => {
    fc.assert(
      fc.property(phrase, fc.integer({ min: 1, max: 7 }), (suggestions, engines) => {
        const score = scoreOf(sumOf(suggestions), engines);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
    const everywhere = engineIds.map((engine): Suggestion => ({ engine, kind: 'seed', rank: 1 }));
    expect(sumOf(everywhere)).toBe(MAX_EVIDENCE);
    expect(scoreOf(MAX_EVIDENCE, engineIds.length)).toBe(100);
  });
});

test('limits of the score are exact limits of the evidence', () => {
  const score = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(score, score, fc.integer({ min: 1, max: 7 }), phrase, (one, other, engines, suggestions) => {
      const bounds = { min: Math.min(one, other), max: Math.max(one, other) };
      const { min, max } = evidenceWithin(bounds, engines);
      for (const sum of [sumOf(suggestions), min - 1, min, max, max + 1]) {
        if (sum < 0 || sum > MAX_EVIDENCE) continue;
        const isWithin = scoreOf(sum, engines) >= bounds.min && scoreOf(sum, engines) <= bounds.max;
        expect([sum, sum >= min && sum <= max]).toEqual([sum, isWithin]);
      }
    }),
    { numRuns: 1_000 },
  );
});

describe('a query', () => {
  test.each([
    ['camping stove', 'seed'],
    ['camping stove a', 'letter'],
    ['camping stove 7', 'letter'],
    ['camping stove 2026', 'modifier'],
    ['what camping stove', 'modifier'],
    ['camping stove é', 'letter'],
    ['stove', 'modifier'],
  ])('%s is of the kind %s', (query, expected) => {
    expect(queryKind(query, 'camping stove')).toBe(expected);
  });

  test.each([
    ['露营a', 'letter'],
    ['露营和', 'modifier'],
    ['露营价格', 'modifier'],
  ])('%s is of the kind %s', (query, expected) => {
    expect(queryKind(query, '露营')).toBe(expected);
  });

  test('has the shortest of the queries as its seed', () => {
    expect(seedOf(['what is seo', 'seo', 'seo a'])).toBe('seo');
    expect(seedOf([])).toBe('');
  });
});
