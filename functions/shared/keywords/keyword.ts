import type { KeywordFacts } from './facts.ts';
import { autocompleteScore, providerScore, SCORE_VERSION } from './score.ts';
import { charCount, SEGMENTER, wordCount } from './words.ts';

/** What a score is computed from. */
export type ScoreBasis = 'autocomplete' | 'page' | 'provider';

/** A keyword with the values that are derived from its facts. */
export interface Keyword extends KeywordFacts {
  /** 0 to 100. */
  score: number;
  score_basis: ScoreBasis;
  score_version: string;
  word_count: number;
  /** Segmenter that counted the words: another release may split unspaced scripts differently. */
  segmenter: string;
  char_count: number;
}

/** Derives the score and counts. The score has the best available basis: a provider's figures, engines, pages. */
export function keywordOf(facts: KeywordFacts): Keyword {
  const words = wordCount(facts.keyword);
  return {
    ...facts,
    ...scoreOf(facts, words),
    score_version: SCORE_VERSION,
    word_count: words,
    segmenter: SEGMENTER,
    char_count: charCount(facts.keyword),
  };
}

function scoreOf(facts: KeywordFacts, words: number): Pick<Keyword, 'score' | 'score_basis'> {
  const { ranks, asked, metrics, page_score } = facts;
  const { search_volume, keyword_difficulty } = metrics ?? { search_volume: null, keyword_difficulty: null };
  if (search_volume !== null && keyword_difficulty !== null) {
    const score = providerScore({ searchVolume: search_volume, keywordDifficulty: keyword_difficulty });
    return { score, score_basis: 'provider' };
  }
  if (Object.keys(ranks).length > 0 || page_score === null) {
    const score = autocompleteScore({ ranks, asked: asked.length, wordCount: words });
    return { score, score_basis: 'autocomplete' };
  }
  return { score: page_score, score_basis: 'page' };
}
