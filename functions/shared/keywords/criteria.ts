import type { EngineId } from './engine-id.ts';
import type { Keyword } from './keyword.ts';
import { matches, type Wanted } from './terms.ts';

/** Conditions that a keyword must meet. Bounds are inclusive. */
export interface Criteria {
  /** Words that it contains, in any order; an empty list matches all keywords. */
  wanted: Wanted[];
  /** An engine that suggested it; `null`: any or none. */
  engine: EngineId | null;
  words: { min: number; max: number };
  score: { min: number; max: number };
}

export function meets(keyword: Keyword, { wanted, engine, words, score }: Criteria): boolean {
  return (
    keyword.score >= score.min &&
    keyword.score <= score.max &&
    keyword.word_count >= words.min &&
    keyword.word_count <= words.max &&
    (engine === null || keyword.ranks[engine] !== undefined) &&
    matches(keyword.keyword, wanted)
  );
}
