import { askEngine } from '../engines/ask-engine.ts';
import type { EngineId, Locale } from '../choices.ts';
import { engines } from '../engines/engines.ts';
import type { AskingServices } from '../../sources/providers/asking-services.ts';
import type { Answerer, StoredAnswers, SuggestionCache } from './suggestion-cache.ts';
import type { HeldLease } from '../../platform/coordination.ts';
import { askMetrics } from './ask-metrics.ts';
import type { Outcome, Question } from './questions.ts';

/** Longest time of one request, after its slot in the rate limit. */
const REQUEST_MS = 5_000;

export interface QuestionServices extends AskingServices {
  suggestions: SuggestionCache;
}

type Answer = NonNullable<StoredAnswers[Answerer]>;

/**
 * Asks engines and providers in parallel, and stores their answers for good. Failures are not stored.
 *
 * @param budgetMs time for all questions; those without an answer by then have timed out
 * @param lease the lease under which they are asked: no paid question is asked after it is lost
 * @returns the outcome of each question
 */
export async function askQuestions(
  questions: Question[],
  locale: Locale,
  budgetMs: number,
  services: QuestionServices,
  lease?: HeldLease,
): Promise<Outcome[]> {
  const signal = AbortSignal.timeout(budgetMs);
  return Promise.all(
    questions.map(async (question) => {
      const started = performance.now();
      const { answer, ...result } = await ask(question, locale, signal, services, lease);
      const outcome: Outcome = {
        ...question,
        ...result,
        at: answer?.at ?? null,
        from_cache: false,
        duration_ms: WITHOUT_REQUEST.includes(result.status) ? null : Math.round(performance.now() - started),
      };
      return answer ? keep(outcome, locale, answer, services) : outcome;
    }),
  );
}

const WITHOUT_REQUEST: Outcome['status'][] = ['not_configured', 'unsupported', 'skipped'];

interface Result extends Pick<Outcome, 'status' | 'http_status' | 'error'> {
  answer: Answer | null;
}

async function ask(
  { id, query }: Question,
  locale: Locale,
  signal: AbortSignal,
  services: QuestionServices,
  lease: HeldLease | undefined,
): Promise<Result> {
  if (id === 'dataforseo') {
    const { answer: response, keywords } = await askMetrics(query, locale, services, lease);
    const { status, http_status = null, error = null } = response;
    return { status, http_status, error, answer: keywords && { at: timeOf(services), http_status, keywords } };
  }
  const { http, settings } = services;
  const { status, http_status, error, phrases } = await askEngine(engineOf(id), query, locale, {
    http: http.inline,
    baseUrl: settings.baseUrl,
    disabled: settings.disabled,
    timeoutMs: REQUEST_MS,
    signal,
  });
  const isAnswer = status === 'ok' || status === 'empty';
  return { status, http_status, error, answer: isAnswer ? { at: timeOf(services), http_status, phrases } : null };
}

const timeOf = ({ now }: QuestionServices) => new Date(now()).toISOString();

const engineOf = (id: EngineId) => engines.find((engine) => engine.id === id)!;

async function keep(
  outcome: Outcome,
  locale: Locale,
  answer: Answer,
  { suggestions }: QuestionServices,
): Promise<Outcome> {
  try {
    await suggestions.write(outcome.query, locale, outcome.id, answer);
    return outcome;
  } catch (cause) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'suggestions not kept', error: (cause as Error).name }));
    const error = { code: 'not_kept', message: 'The answer could not be stored', retryable: true };
    return { ...outcome, status: 'error', at: null, error };
  }
}
