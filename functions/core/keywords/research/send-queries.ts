import { requestSuggestions } from '../engines/request-suggestions.ts';
import type { EngineId, Locale } from '../choices.ts';
import { engines } from '../engines/engines.ts';
import type { ProviderServices } from '../../sources/providers/provider-services.ts';
import type { SuggestionSource, StoredAnswers, SuggestionCache } from './suggestion-cache.ts';
import type { HeldLease } from '../../platform/coordination.ts';
import { requestMetrics } from './request-metrics.ts';
import type { Outcome, SourceQuery } from './source-queries.ts';

/** Time limit of one request, without the wait for its rate-limit slot. */
const REQUEST_MS = 5_000;

export interface SendQueriesServices extends ProviderServices {
  suggestions: SuggestionCache;
}

type Answer = NonNullable<StoredAnswers[SuggestionSource]>;

/**
 * Sends queries to engines and providers in parallel, and stores their answers permanently. Failures are not stored.
 *
 * @param budgetMs time for all queries; those without an answer by then have timed out
 * @param lease lease of the requests: no paid query is sent after it is lost
 * @returns the outcome of each query
 */
export async function sendQueries(
  sourceQueries: SourceQuery[],
  locale: Locale,
  budgetMs: number,
  services: SendQueriesServices,
  lease?: HeldLease,
): Promise<Outcome[]> {
  const signal = AbortSignal.timeout(budgetMs);
  return Promise.all(
    sourceQueries.map(async (sourceQuery) => {
      const started = performance.now();
      const { answer, ...result } = await sendQuery(sourceQuery, locale, signal, services, lease);
      const outcome: Outcome = {
        ...sourceQuery,
        ...result,
        at: answer?.at ?? null,
        from_cache: false,
        duration_ms: WITHOUT_REQUEST.includes(result.status) ? null : Math.round(performance.now() - started),
      };
      return answer ? storeAnswer(outcome, locale, answer, services) : outcome;
    }),
  );
}

const WITHOUT_REQUEST: Outcome['status'][] = ['not_configured', 'unsupported', 'skipped'];

interface Result extends Pick<Outcome, 'status' | 'http_status' | 'error'> {
  answer: Answer | null;
}

async function sendQuery(
  { id, query }: SourceQuery,
  locale: Locale,
  signal: AbortSignal,
  services: SendQueriesServices,
  lease: HeldLease | undefined,
): Promise<Result> {
  if (id === 'dataforseo') {
    const { answer: response, keywords } = await requestMetrics(query, locale, services, lease);
    const { status, http_status = null, error = null } = response;
    return { status, http_status, error, answer: keywords && { at: timeOf(services), http_status, keywords } };
  }
  const { http, settings } = services;
  const { status, http_status, error, phrases } = await requestSuggestions(engineOf(id), query, locale, {
    http: http.inline,
    baseUrl: settings.baseUrl,
    disabled: settings.disabled,
    timeoutMs: REQUEST_MS,
    signal,
  });
  const isAnswer = status === 'ok' || status === 'empty';
  return { status, http_status, error, answer: isAnswer ? { at: timeOf(services), http_status, phrases } : null };
}

const timeOf = ({ now }: SendQueriesServices) => new Date(now()).toISOString();

const engineOf = (id: EngineId) => engines.find((engine) => engine.id === id)!;

async function storeAnswer(
  outcome: Outcome,
  locale: Locale,
  answer: Answer,
  { suggestions }: SendQueriesServices,
): Promise<Outcome> {
  try {
    await suggestions.write(outcome.query, locale, outcome.id, answer);
    return outcome;
  } catch (cause) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'suggestions not stored', error: (cause as Error).name }));
    const error = { code: 'not_kept', message: 'The answer could not be stored', retryable: true };
    return { ...outcome, status: 'error', at: null, error };
  }
}
