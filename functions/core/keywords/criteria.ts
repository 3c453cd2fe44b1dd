import type { EngineId } from './engine-id.ts';
import type { Keyword } from './keyword.ts';
import { matches, type Wanted } from '../analysis/words/terms.ts';

/** Conditions that a keyword must meet, besides its words. Bounds are inclusive. */
export interface Filters {
  /** Engines of which one or more suggest it; an empty list: any or none. */
  engines: readonly EngineId[];
  words: { min: number; max: number };
  /** A keyword without a score meets only 0 to 100. */
  score: { min: number; max: number };
}

export interface Criteria extends Filters {
  /** Words that it contains, in any order; an empty list matches all keywords. */
  wanted: Wanted[];
}

export function meets(keyword: Keyword, criteria: Criteria): boolean {
  return passes(keyword, criteria) && matches(keyword.keyword, criteria.wanted, keyword.language);
}

export function passes({ score, word_count, ranks }: Keyword, { engines, words, score: bounds }: Filters): boolean {
  return (
    isWithin(score, bounds) &&
    word_count >= words.min &&
    word_count <= words.max &&
    (engines.length === 0 || engines.some((engine) => ranks[engine] !== undefined))
  );
}

function isWithin(score: number | null, { min, max }: Filters['score']): boolean {
  return score === null ? min === 0 && max === 100 : score >= min && score <= max;
}
