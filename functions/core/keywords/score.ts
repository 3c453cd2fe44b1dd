import { type EngineId, engineIds } from './choices.ts';

/** Changes with the formula: scores of different versions cannot be compared. */
export const SCORE_VERSION = '2';

/** Place (1 is the first) among the suggestions of each engine that suggests a keyword. */
export type Ranks = Partial<Record<EngineId, number>>;

/** Kinds of questions to an engine: the seed itself; the seed and one character; the seed and a modifier. */
export type QuestionKind = 'seed' | 'letter' | 'modifier';

/** Evidence is counted in whole numbers, so that sums do not depend on the order of their parts. */
const WHOLE = 1_000_000;
/** The reasons for these numbers are in docs/decisions/021-keyword-score-by-bands.md. */
const BANDS: Record<QuestionKind, { least: number; most: number }> = {
  seed: { least: 500_000, most: WHOLE },
  letter: { least: 150_000, most: 170_000 },
  modifier: { least: 120_000, most: 140_000 },
};
/** From this place on, a place makes no difference. */
const LAST_PLACE = 12;

/** Most evidence that a keyword can have. */
export const MOST_EVIDENCE = engineIds.length * WHOLE;

/**
 * What one engine's suggestion counts.
 *
 * @param rank its place; 1 is the first
 * @returns millionths; never less for a shorter question or a better place
 */
export function evidenceOf(kind: QuestionKind, rank: number): number {
  const { least, most } = BANDS[kind];
  return least + Math.round((most - least) * Math.max(0, (LAST_PLACE - rank) / (10 + rank)));
}

/** Places of a keyword by the kind of question; those of a longer kind may include those of a shorter one. */
export type Places = Partial<Record<QuestionKind, Ranks | undefined>>;

/** @returns the sum over the engines, each with its best evidence; millionths, at most {@link MOST_EVIDENCE} */
export function sumOfEvidence(places: Places): number {
  const best = new Map<string, number>();
  for (const [kind, ranks = {}] of Object.entries(places) as [QuestionKind, Ranks | undefined][]) {
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

/** @returns the least and the most evidence that has a score within bounds, all inclusive */
export function evidenceWithin(score: { min: number; max: number }, engines: number): { min: number; max: number } {
  const below = (bound: number) => Math.ceil(((bound - 0.5) * engines * WHOLE) / 100);
  return {
    min: score.min > 0 ? Math.max(0, below(score.min)) : 0,
    max: score.max < 100 ? below(score.max + 1) - 1 : MOST_EVIDENCE,
  };
}

/** One letter or digit of a script whose characters are no words. */
const ONE_LETTER = /^[^\P{L}\p{sc=Han}]$|^\p{N}$/u;

/**
 * How a question is made of its seed. A single Han character is a word, hence a modifier.
 *
 * @param query, seed in the normal form
 */
export function questionKind(query: string, seed: string): QuestionKind {
  if (query === seed) return 'seed';
  const isLonger = query.startsWith(seed) || query.endsWith(seed);
  const rest = query.startsWith(seed) ? query.slice(seed.length) : query.slice(0, -seed.length);
  return isLonger && ONE_LETTER.test(rest.trim()) ? 'letter' : 'modifier';
}

/** @returns the seed that questions were made of: the shortest of them, since every other one is longer */
export function seedOf(queries: readonly string[]): string {
  return queries.reduce((shortest, query) => (query.length < shortest.length ? query : shortest), queries[0] ?? '');
}
