import { enginesOf } from '../shared/keywords/engine-id.ts';
import { AllSourcesFailed } from '../shared/http/errors.ts';
import type { KeywordsAnswer } from './answer-schema.ts';
import { type Criteria, meets } from '../shared/keywords/criteria.ts';
import { type KeywordFacts, mergeAll } from '../shared/keywords/facts.ts';
import { type Keyword, keywordOf } from '../shared/keywords/keyword.ts';
import { languageTag, localeOf } from '../shared/keywords/locale-parameters.ts';
import { inOrder } from '../shared/keywords/order.ts';
import { wantedWords } from '../shared/keywords/terms.ts';
import { isWithin, type KeywordSearch } from '../shared/storage/keyword-search.ts';
import type { KeywordIndex } from '../shared/storage/keyword-index.ts';
import { type SuggestionCache, suggestionList } from '../shared/storage/suggestion-cache.ts';
import {
  findSuggestions,
  type SuggestionRequest,
  type Suggestions,
} from '../shared/keyword-research/find-suggestions.ts';
import { isEngine, type Outcome, type Question } from '../shared/keyword-research/questions.ts';
import { reasonsOf, sourceReports } from '../shared/keyword-research/source-reports.ts';
import { type FoundPage, keywordsOfPage } from './domain-page.ts';
import { keywordItem } from './keyword-item.ts';
import type { KeywordsRequest } from './request.ts';

export interface KeywordsDependencies {
  suggestions: SuggestionCache;
  index: Pick<KeywordIndex, 'read'>;
  search: KeywordSearch;
  /** Engines and providers that the operator has switched off. */
  disabled: ReadonlySet<string>;
  ask: (request: SuggestionRequest, missing: Question[]) => Promise<Outcome[]>;
  /** Returns the keywords of a domain's home page, which is crawled if they are not stored. */
  findPage: (domain: string, refresh: boolean) => Promise<FoundPage>;
}

/**
 * Finds keywords in the index and in the engines' suggestions for the search text, or on the home page of a domain.
 *
 * @throws {AllSourcesFailed} when no engine answered and the index has no match, or the page cannot be read
 */
export async function searchKeywords(request: KeywordsRequest, deps: KeywordsDependencies): Promise<KeywordsAnswer> {
  const criteria = criteriaOf(request);
  const { domain, limit, sort, refresh } = request;
  const parts = [
    suggestionsOf(request, deps),
    domain === undefined ? NOTHING : deps.findPage(domain, refresh),
    domain === undefined ? deps.search({ ...criteria, sort, limit }) : NOTHING,
  ] as const;
  // Even if one fails: Lambda freezes an instance after its response, with everything that is still running.
  await Promise.allSettled(parts);
  const [suggested, page, indexed] = await Promise.all(parts);
  const keywords = page
    ? await keywordsOfPage(page, suggested.facts, deps.index)
    : (await mergedWith(indexed!.keywords, suggested, deps)).filter((keyword) => isWithin(indexed!.end, keyword, sort));
  const found = inOrder(
    keywords.filter((keyword) => meets(keyword, criteria)),
    sort,
  );
  if (found.length === 0 && !page) throwIfNoneAnswered(suggested.outcomes);
  return {
    query: described(request),
    limit,
    count: Math.min(found.length, limit),
    truncated: found.length > limit || (indexed !== null && indexed.end !== null),
    items: found.slice(0, limit).map((keyword) => keywordItem(keyword, page?.matches.get(keyword.keyword) ?? null)),
    sources: [...(page ? [page.report] : []), ...sourceReports(suggested.outcomes)],
  };
}

const NOTHING = Promise.resolve(null);
const NO_SUGGESTIONS = { outcomes: [] as Outcome[], facts: [] as KeywordFacts[], isLearned: true };

async function suggestionsOf(request: KeywordsRequest, deps: KeywordsDependencies): Promise<typeof NO_SUGGESTIONS> {
  return request.q === undefined ? NO_SUGGESTIONS : findSuggestions(suggestionsFor(request.q, request, deps), deps);
}

function criteriaOf({ q, engine, word_count, score_min, score_max }: KeywordsRequest): Criteria {
  return {
    wanted: q === undefined ? [] : wantedWords(q),
    engine: engine ?? null,
    words: word_count,
    score: { min: score_min, max: score_max },
  };
}

/** The provider's figures apply to all engines, so it is asked whichever engine is requested. */
function suggestionsFor(q: string, request: KeywordsRequest, { disabled }: KeywordsDependencies): SuggestionRequest {
  const locale = localeOf(q, request);
  const ids = [...(request.engine ? [request.engine] : enginesOf(locale.language)), 'dataforseo' as const];
  return {
    name: suggestionList(q, locale),
    questions: ids.filter((id) => !disabled.has(id) || id === request.engine).map((id) => ({ id, query: q })),
    locale,
    refresh: request.refresh,
  };
}

/** Adds suggestions that the index does not have yet to the keywords that it found. */
async function mergedWith(
  indexed: Keyword[],
  { facts, isLearned }: Pick<Suggestions, 'facts' | 'isLearned'>,
  { index }: KeywordsDependencies,
): Promise<Keyword[]> {
  if (isLearned) return indexed;
  const known = await index.read(facts.map(({ keyword }) => keyword));
  return [...mergeAll([...indexed, ...known.values(), ...facts]).values()].map(keywordOf);
}

/** A failure must not look like "no suggestions". */
function throwIfNoneAnswered(outcomes: Outcome[]): void {
  const engines = outcomes.filter(isEngine);
  if (engines.length === 0 || engines.some(({ at }) => at !== null)) return;
  throw new AllSourcesFailed(`No engine answered: ${reasonsOf(engines)}`);
}

function described(request: KeywordsRequest): KeywordsAnswer['query'] {
  const { q, domain, engine, word_count, score_min, score_max, sort } = request;
  const locale = q === undefined ? null : localeOf(q, request);
  return {
    q: q ?? null,
    language: locale && languageTag(locale),
    country: locale && locale.region,
    domain: domain ?? null,
    engine: engine ?? null,
    word_count: word_count.text,
    score_min,
    score_max,
    sort,
  };
}
