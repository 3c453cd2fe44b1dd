import { type EngineId, engineIds } from './choices.ts';

/** Changes with the formula: scores of different versions cannot be compared. */
export const SCORE_VERSION = '2';

/** Rank (1 is the first) in the suggestions of each engine that suggests a keyword. */
export type Ranks = Partial<Record<EngineId, number>>;

/** Kinds of queries to an engine: the seed itself; the seed and one character; the seed and a modifier. */
export type QueryKind = 'seed' | 'letter' | 'modifier';

/** Evidence is counted in whole numbers, so that sums do not depend on the order of their parts. */
const WHOLE = 1_000_000;
/** The reasons for these numbers are in docs/decisions/021-keyword-score-by-bands.md. */
const BANDS: Record<QueryKind, { min: number; max: number }> = {
  seed: { min: 500_000, max: WHOLE },
  letter: { min: 150_000, max: 170_000 },
  modifier: { min: 120_000, max: 140_000 },
};
/** Ranks from this one on are equivalent. */
const MAX_RANK = 12;

/** Maximum evidence of a keyword. */
export const MAX_EVIDENCE = engineIds.length * WHOLE;

/**
 * Returns the evidence of one engine's suggestion.
 *
 * @param rank 1 is the first
 * @returns millionths; never less for a shorter query or a better rank
 */
export function evidenceOf(kind: QueryKind, rank: number): number {
  const { min, max } = BANDS[kind];
  return min + Math.round((max - min) * Math.max(0, (MAX_RANK - rank) / (10 + rank)));
}

/** Ranks of a keyword by the kind of query; those of a longer kind may include those of a shorter one. */
export type RanksByKind = Partial<Record<QueryKind, Ranks | undefined>>;

/** @returns the sum over the engines, each with its best evidence; millionths, at most {@link MAX_EVIDENCE} */
export function sumOfEvidence(ranksByKind: RanksByKind): number {
  const best = new Map<string, number>();
  for (const [kind, ranks = {}] of Object.entries(ranksByKind) as [QueryKind, Ranks | undefined][]) {
    for (const [engine, rank] of Object.entries(ranks)) {
      best.set(engine, Math.max(best.get(engine) ?? 0, evidenceOf(kind, rank)));
    }
  }
  return [...best.values()].reduce((sum, evidence) => sum + evidence, 0);
}

/**
 * @param evidence millionths
 * @param engines number of engines that the evidence is compared with
 * @returns integer, 0 to 100
 */
export function scoreOf(evidence: number, engines: number): number {
  return Math.min(100, Math.round((100 * evidence) / (engines * WHOLE)));
}

/** @returns the minimum and maximum evidence of the scores within limits, all inclusive */
export function evidenceWithin(score: { min: number; max: number }, engines: number): { min: number; max: number } {
  const below = (bound: number) => Math.ceil(((bound - 0.5) * engines * WHOLE) / 100);
  return {
    min: score.min > 0 ? Math.max(0, below(score.min)) : 0,
    max: score.max < 100 ? below(score.max + 1) - 1 : MAX_EVIDENCE,
  };
}

/** One letter or digit of a script whose characters are not words. */
const ONE_LETTER = /^[^\P{L}\p{sc=Han}]$|^\p{N}$/u;

/**
 * Returns how a query is built from its seed. A single Han character is a word, hence a modifier.
 *
 * @param query, seed in the normal form
 */
export function queryKind(query: string, seed: string): QueryKind {
  if (query === seed) return 'seed';
  const isLonger = query.startsWith(seed) || query.endsWith(seed);
  const rest = query.startsWith(seed) ? query.slice(seed.length) : query.slice(0, -seed.length);
  return isLonger && ONE_LETTER.test(rest.trim()) ? 'letter' : 'modifier';
}

/** @returns the seed from which queries were built: the shortest of them, since all others are longer */
export function seedOf(queries: readonly string[]): string {
  return queries.reduce((shortest, query) => (query.length < shortest.length ? query : shortest), queries[0] ?? '');
}
