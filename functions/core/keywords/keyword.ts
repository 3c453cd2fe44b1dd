import { engineIds } from './engine-id.ts';
import type { KeywordFacts } from './facts.ts';
import { type Ranks, SCORE_VERSION, scoreOf, sumOfEvidence } from './score.ts';
import { charCount, wordCount } from '../analysis/words/words.ts';

/** What engines answered to the text that an answer is about: what its scores are compared with. */
export interface Seed {
  /** Places of each keyword that they suggested for the text itself. */
  places: ReadonlyMap<string, Ranks>;
  /** Number of engines of its language that suggested something for it; of all of them, where none did. */
  engines: number;
}

/** For keywords apart from a search text, such as postings. */
export const NO_SEED: Seed = { places: new Map(), engines: engineIds.length };

interface Counts {
  word_count: number;
  /** Code points. */
  char_count: number;
}

/** A keyword with the values that are derived from its facts. */
export interface Keyword extends KeywordFacts, Counts {
  /** What it is ordered by; 0 where nothing is known. */
  evidence: number;
  /** 0 to 100; `null` where no engine suggests it. */
  score: number | null;
  score_basis: 'autocomplete' | 'page';
  score_version: string;
}

/**
 * Derives the score from autocomplete, and the counts.
 *
 * @param facts with the counts where they are known: another release of the segmenter may count differently
 */
export function keywordOf(facts: KeywordFacts & Partial<Counts>, seed: Seed): Keyword {
  const { keyword, ranks, short_ranks } = facts;
  const evidence = sumOfEvidence({ seed: seed.places.get(keyword), letter: short_ranks, modifier: ranks });
  return {
    ...counted(facts),
    evidence,
    score: evidence > 0 ? scoreOf(evidence, seed.engines) : null,
    score_basis: 'autocomplete',
    score_version: SCORE_VERSION,
  };
}

/** Takes the score from the page that the keyword stands on. */
export function keywordOfPage(facts: KeywordFacts, score: number): Keyword {
  return { ...counted(facts), evidence: score, score, score_basis: 'page', score_version: SCORE_VERSION };
}

/** Facts with the counts that postings store. */
export type CountedFacts = KeywordFacts & Counts;

/** Counts the words and characters of a keyword where they are not known. */
export function counted(facts: KeywordFacts & Partial<Counts>): CountedFacts {
  const { keyword, word_count = wordCount(keyword), char_count = charCount(keyword) } = facts;
  return { ...facts, word_count, char_count };
}
