import type { EngineId } from './engine-id.ts';
import type { Keyword } from './keyword.ts';
import { matches, type Wanted } from './terms.ts';

/** What a keyword has to be like to be found. Bounds are inclusive. */
export interface Criteria {
  /** Words that it contains, in any order; of an empty list all do. */
  wanted: Wanted[];
  /** An engine that suggested it. */
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
