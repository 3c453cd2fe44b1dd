import type { Keyword } from '../shared/keywords/keyword.ts';
import type { PageKeyword } from '../shared/keywords/page-phrases.ts';

/** A keyword as it stands in the answer. What only a provider can know is null without one. */
export interface KeywordItem {
  keyword: string;
  score: number;
  score_basis: Keyword['score_basis'];
  score_version: string;
  word_count: number;
  char_count: number;
  language: string | null;
  /** Engines that suggest it, and at which place. */
  engines: string[];
  ranks: Keyword['ranks'];
  search_volume: number | null;
  cpc_usd: number | null;
  competition: number | null;
  keyword_difficulty: number | null;
  intent: { main: string; method: string } | null;
  /** Where it stands on the home page of the domain that was asked for. */
  domain_match: PageKeyword['domain_match'] | null;
  first_seen_at: string;
  last_seen_at: string;
}

export function keywordItem(keyword: Keyword, domainMatch: PageKeyword['domain_match'] | null): KeywordItem {
  const { metrics } = keyword;
  return {
    keyword: keyword.keyword,
    score: keyword.score,
    score_basis: keyword.score_basis,
    score_version: keyword.score_version,
    word_count: keyword.word_count,
    char_count: keyword.char_count,
    language: keyword.language,
    engines: Object.keys(keyword.ranks),
    ranks: keyword.ranks,
    search_volume: metrics?.search_volume ?? null,
    cpc_usd: metrics?.cpc_usd ?? null,
    competition: metrics?.competition ?? null,
    keyword_difficulty: metrics?.keyword_difficulty ?? null,
    intent: metrics?.main_intent ? { main: metrics.main_intent, method: 'dataforseo' } : null,
    domain_match: domainMatch,
    first_seen_at: keyword.first_seen_at,
    last_seen_at: keyword.last_seen_at,
  };
}
