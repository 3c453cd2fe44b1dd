import { isError, ServiceError } from '../../platform/http/errors.ts';
import { message } from '../../platform/http/message.ts';
import { fetchOnce } from '../../platform/leases.ts';
import { createFetchLeases, type FetchLeases, type HeldLease } from '../../platform/coordination.ts';
import { createLearningRuns } from './learning-runs.ts';
import { learningOf, type LearningServices } from './queue-learning.ts';
import { createLearningQueue } from '../tasks.ts';
import { requestSuggestions } from '../engines/request-suggestions.ts';
import type { EngineId, Locale } from '../choices.ts';
import { engines } from '../engines/engines.ts';
import { requestMetrics } from './request-metrics.ts';
import type { SuggestionRequest } from './find-suggestions.ts';
import { isAnswered, isEngine, type Outcome, type SourceQuery, reasonsOf } from './source-queries.ts';

import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { createProviderServices, type ProviderServices } from '../../sources/providers/provider-services.ts';
import {
  createSuggestionCache,
  type StoredAnswers,
  type SuggestionCache,
  type SuggestionSource,
} from './suggestion-cache.ts';
import type { SuggestionSettings } from '../settings.ts';
import { logWarning } from '../../platform/log-warning.ts';
import { waitBriefly } from '../../platform/wait-briefly.ts';

/** Time limit of a keyword request that fetches from engines, or waits for another caller's fetch, in milliseconds. */
export const KEYWORDS_MS = 26_000;
/** The part of it that is reserved for storing and sending the responses. */
export const KEYWORDS_STORE_MS = 1_000;
/** A keyword request with less time left requests no engine. */
export const LEAST_ENGINE_MS = 8_000;

export interface RequestOnceServices extends ProviderServices, LearningServices {
  suggestions: SuggestionCache;
  leases: FetchLeases;
}

/** Missing queries of a request. */
interface QueriesRequest extends SuggestionRequest {
  /** Owner of the key of the caller: owners share the engines. */
  owner: string;
}

/** No engine answered; all callers that wait for the same queries receive it, so that none repeats the requests. */
class NoEngineAnswered extends ServiceError {
  readonly outcomes: Outcome[];

  constructor(outcomes: Outcome[]) {
    super('all_sources_failed', { message: message`No engine answered: ${{ reasons: reasonsOf(outcomes) }}` });
    this.outcomes = outcomes;
  }
}

/**
 * Sends the missing queries of a request once for all concurrent callers, and queues the addition of the returned
 * keywords to the index.
 *
 * @param budgetMs time for the requests; less after waiting for another caller
 * @returns the outcomes; none for queries that another caller has sent meanwhile
 */
export async function requestOnce(
  request: QueriesRequest,
  missing: SourceQuery[],
  budgetMs: number,
  services: RequestOnceServices,
): Promise<Outcome[]> {
  const { leases, suggestions, now } = services;
  const { name, locale, refresh } = request;
  const startedAt = now();
  const deadline = startedAt + KEYWORDS_MS;
  const queries = [...new Set(missing.map(({ query }) => query))];

  /** If another caller got answers, the queries without one failed and would fail again now. */
  async function isAnsweredMeanwhile(): Promise<boolean> {
    const stored = await suggestions.read(queries, locale);
    return missing.some((sourceQuery) => {
      const answer = stored.get(sourceQuery.query)?.[sourceQuery.id];
      return isEngine(sourceQuery) && answer !== undefined && (!refresh || Date.parse(answer.at) >= startedAt);
    });
  }

  try {
    return await fetchOnce<Outcome[]>({
      name,
      leases,
      now,
      deadline,
      leastFetchMs: Math.min(LEAST_ENGINE_MS, budgetMs) + KEYWORDS_STORE_MS,
      readFresh: async (hasEnded) => (hasEnded && (await isAnsweredMeanwhile()) ? [] : null),
      fetch: async (lease) => {
        const requestMs = Math.min(budgetMs, deadline - now() - KEYWORDS_STORE_MS);
        const queueLearning = learningOf(request, services);
        const learn = (delayMs: number) => waitBriefly(queueLearning(delayMs), logWarning('keywords not learned'));
        // In case this function ends before the requests are done: by then, the engines' answers are stored.
        await learn(requestMs + KEYWORDS_STORE_MS);
        const outcomes = await sendQueries(missing, request, requestMs, services, lease);
        lease.signal.throwIfAborted();
        if (!outcomes.some((outcome) => isEngine(outcome) && isAnswered(outcome))) throw new NoEngineAnswered(outcomes);
        await learn(0);
        return outcomes;
      },
    });
  } catch (error) {
    if (error instanceof NoEngineAnswered) return error.outcomes;
    if (isError(error, 'all_sources_failed')) return missing.map((sourceQuery) => failedForAnother(sourceQuery, error));
    throw error;
  }
}

function failedForAnother({ id, query }: SourceQuery, { code, message }: ServiceError): Outcome {
  const error = { code, message, retryable: true };
  return { id, query, status: 'error', at: null, from_cache: false, http_status: null, duration_ms: null, error };
}

/** Creates the dependencies of requests to engines from the settings. */
export function createSuggestionServices(db: DynamoDB, settings: SuggestionSettings): RequestOnceServices {
  const services = createProviderServices(db, settings);
  return {
    ...services,
    suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
    leases: createFetchLeases(db, settings.COORDINATION_TABLE, services.now),
    queue: createLearningQueue(settings),
    runs: createLearningRuns(db, settings.KEYWORDS_TABLE, services.now),
  };
}

/** Time limit of one request, without the wait for its rate-limit slot. */
const REQUEST_MS = 5_000;

type StoredAnswer = NonNullable<StoredAnswers[SuggestionSource]>;

/**
 * Sends queries to engines and providers in parallel, and stores their answers permanently. Failures are not stored.
 *
 * @param budgetMs time for all queries; those without an answer by then have timed out
 * @param lease lease of the requests: no paid query is sent after it is lost
 * @returns the outcome of each query
 */
async function sendQueries(
  sourceQueries: SourceQuery[],
  request: QueriesRequest,
  budgetMs: number,
  services: RequestOnceServices,
  lease: HeldLease,
): Promise<Outcome[]> {
  const signal = AbortSignal.timeout(budgetMs);
  return Promise.all(
    sourceQueries.map(async (sourceQuery) => {
      const started = performance.now();
      const { answer, ...result } = await sendQuery(sourceQuery, request, signal, services, lease);
      const outcome: Outcome = {
        ...sourceQuery,
        ...result,
        at: answer?.at ?? null,
        from_cache: false,
        duration_ms: WITHOUT_REQUEST.includes(result.status) ? null : Math.round(performance.now() - started),
      };
      return answer ? storeAnswer(outcome, request.locale, answer, services) : outcome;
    }),
  );
}

const WITHOUT_REQUEST: Outcome['status'][] = ['not_configured', 'unsupported', 'skipped'];

interface Result extends Pick<Outcome, 'status' | 'http_status' | 'error'> {
  answer: StoredAnswer | null;
}

async function sendQuery(
  { id, query }: SourceQuery,
  { locale, owner }: QueriesRequest,
  signal: AbortSignal,
  services: RequestOnceServices,
  lease: HeldLease,
): Promise<Result> {
  if (id === 'dataforseo') {
    const { answer: response, keywords } = await requestMetrics(query, locale, services, lease);
    const { status, http_status = null, error = null } = response;
    return { status, http_status, error, answer: keywords && { at: timeOf(services), http_status, keywords } };
  }
  const { http, settings } = services;
  const { status, http_status, error, phrases } = await requestSuggestions(engineOf(id), query, locale, {
    http: http.inline,
    owner,
    baseUrl: settings.baseUrl,
    disabled: settings.disabled,
    timeoutMs: REQUEST_MS,
    signal,
  });
  const isAnswer = status === 'ok' || status === 'empty';
  return { status, http_status, error, answer: isAnswer ? { at: timeOf(services), http_status, phrases } : null };
}

const timeOf = ({ now }: RequestOnceServices) => new Date(now()).toISOString();

const engineOf = (id: EngineId) => engines.find((engine) => engine.id === id)!;

async function storeAnswer(
  outcome: Outcome,
  locale: Locale,
  answer: StoredAnswer,
  { suggestions }: RequestOnceServices,
): Promise<Outcome> {
  try {
    await suggestions.write(outcome.query, locale, outcome.id, answer);
    return outcome;
  } catch (cause) {
    logWarning('suggestions not stored')(cause);
    const error = { code: 'not_kept', message: 'The answer could not be stored', retryable: true };
    return { ...outcome, status: 'error', at: null, error };
  }
}
