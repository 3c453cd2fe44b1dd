import type { EngineId } from '../engine-id.ts';
import type { KeywordItem } from './answer-schema.ts';
import type { Keyword } from '../keyword.ts';
import type { Match } from './keywords-page.ts';
import type { PageKeyword } from '../../record/source-answer.ts';

/** A keyword in the response. Figures of a provider are null without one. */
export function keywordItem(
  keyword: Keyword,
  match: Match,
  domainMatch: PageKeyword['domain_match'] | null,
): KeywordItem {
  const { metrics } = keyword;
  return {
    keyword: keyword.keyword,
    match,
    score: keyword.score,
    score_basis: keyword.score_basis,
    score_version: keyword.score_version,
    word_count: keyword.word_count,
    char_count: keyword.char_count,
    language: keyword.language,
    engines: Object.keys(keyword.ranks) as EngineId[],
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
