import { type EngineId, engineIds, enginesOf, type Locale } from '../choices.ts';
import { type KeywordFacts, mergeAll, newFacts, type Seed } from '../keyword.ts';
import { queryKind, type QueryKind } from '../score.ts';
import type { StoredAnswers, SuggestionCache } from './suggestion-cache.ts';
import {
  isAnswered,
  isEngine,
  type Outcome,
  outcomeInCache,
  outcomeNotRequested,
  keepEarlierAnswer,
  type SourceQuery,
  toStoredSource,
} from './source-queries.ts';
import { languageOfAnswer } from '../../analysis/language/language.ts';
import { NO_TEXT, normaliseKeyword, charCount } from '../../analysis/language/words.ts';

export interface SuggestionRequest {
  /** Name of the lease: concurrent callers with the same name request the engines once. */
  name: string;
  /** Text from which all queries are built; one of them is the seed itself. In the normal form. */
  seed: string;
  sourceQueries: SourceQuery[];
  locale: Locale;
  /** Requests stored answers again. */
  refresh: boolean;
  /** Nothing is requested, even if answers are missing. */
  storedOnly?: boolean;
}

/** Answers of engines and providers, stored or new. */
export interface Suggestions {
  /** One for each query. */
  outcomes: Outcome[];
  /** Facts of all keywords, each keyword once. */
  facts: KeywordFacts[];
  /** Answers for the seed itself. */
  seed: Seed;
  /** The keywords of all answers are in the index. */
  isLearned: boolean;
  cacheStatus: 'hit' | 'miss' | 'refreshed';
}

interface Dependencies {
  suggestions: Pick<SuggestionCache, 'read'>;
  /**
   * Sends the missing queries of a request, and stores the answers.
   *
   * @returns the outcomes; none for queries that another caller sent
   */
  requestMissing: (request: SuggestionRequest, missing: SourceQuery[]) => Promise<Outcome[]>;
  /** Queues the addition of stored answers to the index, unless it is in progress. */
  learnAgain: (request: SuggestionRequest) => Promise<void>;
}

/**
 * Answers queries from the permanent cache, and requests only those that were never answered. A paid provider is
 * requested only if engines are requested as well.
 */
export async function findSuggestions(
  request: SuggestionRequest,
  { suggestions, requestMissing, learnAgain }: Dependencies,
): Promise<Suggestions> {
  const { locale, refresh, storedOnly = false } = request;
  const queries = [...new Set([request.seed, ...request.sourceQueries.map(({ query }) => query)])];
  const before = await suggestions.read(queries, locale);
  const sourceQueries = refresh
    ? request.sourceQueries
    : request.sourceQueries.map((sourceQuery) => toStoredSource(sourceQuery, before.get(sourceQuery.query)));
  const resolved = { ...request, sourceQueries };
  const missing = sourceQueries.filter(({ id, query }) => refresh || !before.get(query)?.[id]);
  if (storedOnly || !missing.some(isEngine)) {
    const found = compose(resolved, [], before);
    if (!found.isLearned) await learnAgain(request);
    return found;
  }

  const requested = await requestMissing(request, missing);
  return compose(resolved, requested, await suggestions.read(queries, locale));
}

function compose(request: SuggestionRequest, requested: Outcome[], answers: Map<string, StoredAnswers>): Suggestions {
  const { sourceQueries, locale, refresh } = request;
  const updates = new Map(requested.map((outcome) => [keyOf(outcome), outcome]));
  const outcomes = sourceQueries.map((sourceQuery) => {
    const cached = outcomeInCache(sourceQuery, answers.get(sourceQuery.query));
    const outcome = updates.get(keyOf(sourceQuery));
    return outcome ? keepEarlierAnswer(outcome, cached) : (cached ?? outcomeNotRequested(sourceQuery));
  });
  const facts = mergeAll(
    [...answers].flatMap(([query, stored]) => factsOfAnswers(stored, locale, queryKind(query, request.seed))),
  );
  const isUpdated = requested.some((outcome) => isEngine(outcome) && isAnswered(outcome));
  return {
    outcomes,
    facts: [...facts.values()],
    seed: seedOfAnswers(answers.get(request.seed), locale),
    isLearned: [...answers].every(([query, stored]) => isLearned(stored, queryKind(query, request.seed))),
    cacheStatus: isUpdated ? (refresh ? 'refreshed' : 'miss') : 'hit',
  };
}

/**
 * Returns whether the keywords of all answers to a query are in the index. Answers that were indexed as those to a seed
 * with a modifier are missing for other kinds, in which they count more.
 */
export function isLearned(stored: StoredAnswers, kind: QueryKind): boolean {
  const { learned_until = '', short_learned_until = '' } = stored;
  const newest = newestAnswerAt(stored);
  return newest <= short_learned_until || (kind === 'modifier' && newest <= learned_until);
}

/** @returns ISO 8601 time of the newest answer to a query */
export function newestAnswerAt({ learned_until: _, short_learned_until: __, ...answers }: StoredAnswers): string {
  return Object.values(answers).reduce((newest, { at }) => (at > newest ? at : newest), '');
}

const keyOf = ({ id, query }: SourceQuery) => `${id} ${query}`;

/** Maximum length of a keyword, in characters: it is a key of the table, which is limited to 1,024 octets. */
const MAX_KEYWORD_LENGTH = 200;

/**
 * Returns the facts about keywords in the answers to one query. An engine that answered without suggesting a keyword
 * counts as requested.
 *
 * @param kind of the query
 * @returns one entry for each keyword
 */
export function factsOfAnswers(answers: StoredAnswers, locale: Locale, kind: QueryKind): KeywordFacts[] {
  const requested = engineIds.filter((engine) => answers[engine]).toSorted();
  const suggested = requested.flatMap((engine) => suggestedBy(engine, answers[engine]!, locale));
  const facts = suggested.map((finding): KeywordFacts => ({
    ...finding,
    requested_engines: requested,
    short_ranks: kind === 'modifier' ? {} : finding.ranks,
  }));
  return [...mergeAll([...facts, ...measured(answers.dataforseo, locale)]).values()];
}

/** @returns the values with which scores of a seed are compared, from the answers for the seed itself */
function seedOfAnswers(answers: StoredAnswers | undefined, locale: Locale): Seed {
  const engines = enginesOf(locale.language);
  const answered = engines.filter((engine) => answers?.[engine]?.phrases.length);
  const facts = factsOfAnswers(answers ?? {}, locale, 'seed').filter(({ ranks }) => Object.keys(ranks).length > 0);
  return {
    ranks: new Map(facts.map(({ keyword, ranks }) => [keyword, ranks])),
    engines: answered.length || engines.length,
  };
}

function suggestedBy(engine: EngineId, { at, phrases }: NonNullable<StoredAnswers[EngineId]>, locale: Locale) {
  const keywords = phrases.map(normaliseKeyword);
  return keywords.flatMap((keyword, index): KeywordFacts[] =>
    isStorable(keyword)
      ? [{ ...newFacts(keyword, languageOf(keyword, locale), at), ranks: { [engine]: index + 1 } }]
      : [],
  );
}

function measured(metrics: StoredAnswers['dataforseo'], locale: Locale): KeywordFacts[] {
  if (!metrics) return [];
  return metrics.keywords.flatMap(({ keyword: phrase, ...values }): KeywordFacts[] => {
    const keyword = normaliseKeyword(phrase);
    if (!isStorable(keyword)) return [];
    const facts = newFacts(keyword, languageOf(keyword, locale), metrics.at);
    return [{ ...facts, metrics: { ...values, country: locale.region, fetched_at: metrics.at } }];
  });
}

const isStorable = (keyword: string) =>
  keyword !== '' && charCount(keyword) <= MAX_KEYWORD_LENGTH && !keyword.includes(NO_TEXT);

const languageOf = (keyword: string, { language }: Locale) => languageOfAnswer(keyword, language);
