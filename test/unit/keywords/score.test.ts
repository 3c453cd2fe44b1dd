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
interface Said {
  engine: EngineId;
  kind: QueryKind;
  rank: number;
}

const rank = fc.integer({ min: 1, max: 50 });
const kind = fc.constantFrom(...KINDS);

/** A phrase that some engines suggest, each for one kind of query. */
const saidBy = (engines: readonly EngineId[], kinds: fc.Arbitrary<QueryKind> = kind) =>
  fc
    .tuple(...engines.map((engine) => fc.record({ engine: fc.constant(engine), kind: kinds, rank })))
    .map((said): Said[] => said);
const phrase = fc.subarray([...engineIds], { minLength: 1 }).chain((engines) => saidBy(engines));

function sumOf(said: Said[]): number {
  const places: RanksByKind = {};
  for (const one of said) places[one.kind] = { ...places[one.kind], [one.engine]: one.rank };
  return sumOfEvidence(places);
}

describe('the score, all else equal,', () => {
  test('never falls with one more engine, and the sum grows', () => {
    fc.assert(
      fc.property(phrase, kind, rank, (said, more, place) => {
        const engine = engineIds.find((id) => !said.some((one) => one.engine === id));
        if (!engine) return;
        const sum = sumOf([...said, { engine, kind: more, rank: place }]);
        expect(sum).toBeGreaterThan(sumOf(said));
        expect(scoreOf(sum, 7)).toBeGreaterThanOrEqual(scoreOf(sumOf(said), 7));
      }),
    );
  });

  test('never falls with a better rank', () => {
    fc.assert(
      fc.property(phrase, fc.nat(), (said, index) => {
        const at = index % said.length;
        const better = said.map((one, each) => (each === at && one.rank > 1 ? { ...one, rank: one.rank - 1 } : one));
        expect(sumOf(better)).toBeGreaterThanOrEqual(sumOf(said));
      }),
    );
    // Engines show about ten: there each rank counts.
    for (const each of KINDS) {
      for (let place = 1; place < 12; place += 1) {
        expect(evidenceOf(each, place)).toBeGreaterThan(evidenceOf(each, place + 1));
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
        engines.chain((ids) => saidBy(ids)),
        engines.chain((ids) => saidBy(ids, fc.constantFrom<QueryKind>('letter', 'modifier'))),
        rank,
      );
    });
    fc.assert(
      fc.property(sameSize, ([some, others, place]) => {
        const withSeed = [{ ...some[0]!, kind: 'seed' as const, rank: place }, ...some.slice(1)];
        expect(sumOf(withSeed)).toBeGreaterThan(sumOf(others));
      }),
      { numRuns: 500 },
    );
  });

  test('a phrase that six engines suggest for the seed comes before one of one engine and a long query', () => {
    fc.assert(
      fc.property(saidBy(engineIds.slice(1), fc.constant('seed')), rank, (six, place) => {
        expect(sumOf(six)).toBeGreaterThan(sumOf([{ engine: 'google', kind: 'modifier', rank: place }]));
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
      fc.property(phrase, fc.integer({ min: 1, max: 7 }), (said, engines) => {
        const score = scoreOf(sumOf(said), engines);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
    const everywhere = engineIds.map((engine): Said => ({ engine, kind: 'seed', rank: 1 }));
    expect(sumOf(everywhere)).toBe(MAX_EVIDENCE);
    expect(scoreOf(MAX_EVIDENCE, engineIds.length)).toBe(100);
  });
});

test('limits of the score are exact limits of the evidence', () => {
  const score = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(score, score, fc.integer({ min: 1, max: 7 }), phrase, (one, other, engines, said) => {
      const bounds = { min: Math.min(one, other), max: Math.max(one, other) };
      const { min, max } = evidenceWithin(bounds, engines);
      for (const sum of [sumOf(said), min - 1, min, max, max + 1]) {
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
