import { type EngineId, enginesOf } from '../choices.ts';
import { cursorAt, positionOf } from '../../platform/http/paging.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { message } from '../../platform/http/message.ts';
import type { KeywordItem, KeywordsAnswer } from '../answer-schema.ts';
import type { Filters } from '../order.ts';
import { languageTag, localeOf } from '../parameters.ts';
import { requestedWords } from '../../analysis/language/terms.ts';
import type { KeywordSearch } from '../index/keyword-search.ts';
import type { KeywordIndex } from '../index/keyword-index.ts';
import type { LearningRuns } from '../suggestions/learning-runs.ts';
import { type SuggestionCache, suggestionList } from '../suggestions/suggestion-cache.ts';
import { findSuggestions, type SuggestionRequest } from '../suggestions/find-suggestions.ts';
import { isEngine, type Outcome, type SourceQuery, reasonsOf, sourceReports } from '../suggestions/source-queries.ts';
import {
  type FoundPage,
  type FoundSuggestions,
  keywordsOfPage,
  keywordsOfText,
  type KeywordsPage,
  type Match,
} from './keywords-page.ts';
import type { KeywordsRequest } from './request.ts';
import type { Keyword } from '../keyword.ts';
import type { PageKeyword } from '../../record/source-answer.ts';

export interface KeywordsDependencies {
  suggestions: Pick<SuggestionCache, 'read'>;
  index: Pick<KeywordIndex, 'read'>;
  search: KeywordSearch;
  runs: Pick<LearningRuns, 'read'>;
  /** Engines and providers that the operator has disabled. */
  disabled: ReadonlySet<string>;
  requestMissing: (request: SuggestionRequest, missing: SourceQuery[]) => Promise<Outcome[]>;
  learnAgain: (request: SuggestionRequest) => Promise<void>;
  /** Returns the keywords of a domain's home page, which is crawled if they are not stored. */
  findPage: (domain: string, refresh: boolean) => Promise<FoundPage>;
}

/**
 * Finds keywords in the engines' suggestions for the search text, in the index and on the home page of a domain; or,
 * without a search text, only on the home page. A request with a cursor sends no query.
 *
 * @throws {ServiceError} all_sources_failed if no engine answered and nothing matches, or the page cannot be fetched
 * @throws {ServiceError} invalid_parameter for a cursor of another request
 */
export async function searchKeywords(request: KeywordsRequest, deps: KeywordsDependencies): Promise<KeywordsAnswer> {
  const { domain, limit } = request;
  const query = described(request);
  const after = request.cursor === undefined ? null : positionOf(request.cursor, query);
  const locale = request.q === undefined ? null : localeOf(request.q, request);
  const words = requestedWords(request.q ?? '', locale?.language);
  const parts = [
    suggestionsOf(request, deps),
    domain === undefined ? NO_PAGE : deps.findPage(domain, request.refresh && after === null),
    locale ? deps.runs.read(locale.language) : NOT_LEARNING,
  ] as const;
  // Even if one fails: Lambda freezes an instance after its response, with all unfinished work.
  await Promise.allSettled(parts);
  const [suggested, page, learning] = await Promise.all(parts);
  const search = { request, locale, words, filters: filtersOf(request), suggested, after };
  const found = await (page && request.q === undefined
    ? keywordsOfPage(page, search, deps.index)
    : keywordsOfText(page, search, deps.search, deps.index));
  if (!page && after === null && isEmpty(found)) throwIfNoneAnswered(suggested.outcomes);
  return {
    query,
    limit,
    count: found.keywords.length,
    truncated: found.next !== null,
    next_cursor: found.next === null ? null : cursorAt(found.next, query),
    index_pending: learning.isAny || !suggested.isLearned,
    items: found.keywords.map(({ keyword, match }) =>
      keywordItem(keyword, match, page?.matches.get(keyword.keyword) ?? null),
    ),
    sources: [...(page ? [page.report] : []), ...sourceReports(suggested.outcomes)],
  };
}

const isEmpty = ({ keywords, next }: KeywordsPage) => keywords.length === 0 && next === null;

const NO_PAGE = Promise.resolve(null);
const NOT_LEARNING = Promise.resolve({ isAny: false });
const NO_SUGGESTIONS = { outcomes: [], facts: [], seed: null, isLearned: true };

async function suggestionsOf(request: KeywordsRequest, deps: KeywordsDependencies): Promise<FoundSuggestions> {
  if (request.q === undefined) return NO_SUGGESTIONS;
  const suggestionRequest = suggestionsFor(request.q, request, deps);
  const found = await findSuggestions(suggestionRequest, deps);
  const others = request.engine.filter((id) => !enginesOf(suggestionRequest.locale.language).includes(id));
  return { ...found, outcomes: [...found.outcomes, ...others.map((id) => ofAnotherLanguage(id, suggestionRequest))] };
}

/** Outcome of an engine without this language: requesting it would add keywords that other callers do not get. */
function ofAnotherLanguage(id: EngineId, { seed: query, locale }: SuggestionRequest): Outcome {
  const message = `Not requested in this language (${languageTag(locale)}); use the parameter language to select another`;
  const error = { code: 'other_language', message, retryable: false };
  return { id, query, status: 'unsupported', at: null, from_cache: false, http_status: null, duration_ms: null, error };
}

function filtersOf({ engine, word_count, score_min, score_max }: KeywordsRequest): Filters {
  return { engines: engine, words: word_count, score: { min: score_min, max: score_max } };
}

/** Returns the request for suggestions. The provider's metrics apply to all engines, so it is always requested. */
function suggestionsFor(q: string, request: KeywordsRequest, { disabled }: KeywordsDependencies): SuggestionRequest {
  const locale = localeOf(q, request);
  const ofLanguage = enginesOf(locale.language);
  const named = request.engine.filter((id) => ofLanguage.includes(id));
  const ids = [...(request.engine.length > 0 ? named : ofLanguage), 'dataforseo' as const];
  const isRequested = (id: (typeof ids)[number]) =>
    !disabled.has(id) || (id !== 'dataforseo' && request.engine.includes(id));
  return {
    name: suggestionList(q, locale),
    seed: q,
    sourceQueries: ids.filter(isRequested).map((id) => ({ id, query: q })),
    locale,
    refresh: request.refresh && request.cursor === undefined,
    storedOnly: request.cursor !== undefined,
  };
}

/** A failure must not look like "no suggestions". */
function throwIfNoneAnswered(outcomes: Outcome[]): void {
  const engines = outcomes.filter((outcome) => isEngine(outcome) && outcome.status !== 'unsupported');
  if (engines.length === 0 || engines.some(({ at }) => at !== null)) return;
  throw new ServiceError('all_sources_failed', {
    message: message`No engine answered: ${{ reasons: reasonsOf(engines) }}`,
  });
}

/** Returns the interpreted request, to which cursors belong. */
function described(request: KeywordsRequest): KeywordsAnswer['query'] {
  const { q, domain, engine, word_count, score_min, score_max, sort } = request;
  const locale = q === undefined ? null : localeOf(q, request);
  return {
    q: q ?? null,
    language: locale && languageTag(locale),
    country: locale && locale.region,
    domain: domain ?? null,
    engine: engine.join(',') || null,
    word_count: word_count.text,
    score_min,
    score_max,
    sort,
  };
}

/** Returns a keyword of the answer. Metrics of a provider are null without one. */
function keywordItem(keyword: Keyword, match: Match, domainMatch: PageKeyword['domain_match'] | null): KeywordItem {
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
