import type { Filters } from '../criteria.ts';
import type { Keyword } from '../keyword.ts';
import { compareKeys, type Placed } from '../order.ts';
import { matches, type Wanted } from '../../analysis/words/terms.ts';
import type { Suggestions } from '../research/find-suggestions.ts';
import type { KeywordsRequest } from './request.ts';

/** Why a keyword is in the answer: it has all words of the text, or an engine suggested it for the text. */
export type Match = 'words' | 'suggested';

/** What was answered to the search text; without one, nothing. */
export type FoundSuggestions = Pick<Suggestions, 'outcomes' | 'facts' | 'isLearned'> & {
  seed: Suggestions['seed'] | null;
};

/** What keywords are looked for. */
export interface WantedKeywords {
  request: Pick<KeywordsRequest, 'sort' | 'limit'>;
  /** The words of the search text. */
  words: Wanted[];
  filters: Filters;
  suggested: FoundSuggestions;
  /** Sort key behind which the page begins. */
  after: string | null;
}

/** One page of the answer. */
export interface KeywordsPage {
  keywords: { keyword: Keyword; match: Match }[];
  /** Sort key behind which the next page begins; `null` where there is none. */
  next: string | null;
}

export const isBehind = (after: string | null, { key }: Placed) => after === null || compareKeys(key, after) > 0;

/** @returns `null` for a keyword that is not in the answer */
export function matchOf(keyword: Keyword, wanted: Wanted[], { seed }: Pick<FoundSuggestions, 'seed'>): Match | null {
  if (matches(keyword.keyword, wanted, keyword.language)) return 'words';
  return seed?.places.has(keyword.keyword) ? 'suggested' : null;
}
