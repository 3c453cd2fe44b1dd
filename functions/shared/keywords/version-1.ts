/**
 * What version 0.1 stores and reads of a keyword besides its facts. Its functions run on the same tables during an
 * update and after a rollback, so that what is stored keeps these members.
 */
import type { KeywordFacts } from './facts.ts';
import { charCount, SEGMENTER, wordCount } from './words.ts';

/** A keyword with what version 0.1 derives from its facts. */
export interface KeywordOfVersion1 extends KeywordFacts {
  score: number;
  score_basis: 'autocomplete' | 'page' | 'provider';
  score_version: '1';
  word_count: number;
  /** Segmenter that counted the words: another release may split unspaced scripts differently. */
  segmenter: string;
  char_count: number;
}

export function keywordOfVersion1(facts: KeywordFacts): KeywordOfVersion1 {
  const words = wordCount(facts.keyword);
  return {
    ...facts,
    ...score1(facts, words),
    score_version: '1',
    word_count: words,
    segmenter: SEGMENTER,
    char_count: charCount(facts.keyword),
  };
}

const DERIVED = ['score', 'score_basis', 'score_version', 'word_count', 'segmenter', 'char_count'];

/** @returns the facts in the entry of a posting */
export function factsIn(entry: string): KeywordFacts {
  const members = Object.entries(JSON.parse(entry) as KeywordOfVersion1);
  return Object.fromEntries(members.filter(([name]) => !DERIVED.includes(name))) as unknown as KeywordFacts;
}

/** Sort keys of version 0.1, ascending: best score first; fewest words first, then best score. */
export const keysOfVersion1 = {
  score: ({ score, keyword }: KeywordOfVersion1) => `${scoreKey(score)}#${keyword}`,
  word_count: ({ word_count, score, keyword }: Pick<KeywordOfVersion1, 'word_count' | 'score' | 'keyword'>) =>
    `${wordCountKey(word_count)}#${scoreKey(score)}#${keyword}`,
};

export const wordCountKey = (words: number) => String(words).padStart(3, '0');
const scoreKey = (score: number) => String(100 - score).padStart(3, '0');

/** Score 1 has the best available basis: a provider's figures, engines, pages. */
export function score1(facts: KeywordFacts, words: number): Pick<KeywordOfVersion1, 'score' | 'score_basis'> {
  const { ranks, asked, metrics, page_score } = facts;
  const { search_volume, keyword_difficulty } = metrics ?? { search_volume: null, keyword_difficulty: null };
  if (search_volume !== null && keyword_difficulty !== null) {
    const volume = Math.min(100, 20 * Math.log10(1 + Math.max(0, search_volume)));
    const ease = 100 - Math.min(100, Math.max(0, keyword_difficulty));
    return { score: percent(0.6 * volume + 0.4 * ease), score_basis: 'provider' };
  }
  const places = Object.values(ranks).filter((rank) => rank >= 1);
  if (places.length === 0 && page_score !== null) return { score: page_score, score_basis: 'page' };
  const sum = places.reduce((total, rank) => total + 11 / (10 + rank), 0);
  const demand = (100 * sum) / Math.max(asked.length, places.length, 1);
  const specificity = Math.min(100, 25 * Math.max(0, words - 1));
  return { score: percent(0.75 * demand + 0.25 * specificity), score_basis: 'autocomplete' };
}

function percent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)));
}
