import { isError, ServiceError } from '../../platform/http/errors.ts';
import { message } from '../../platform/http/message.ts';
import { fetchOnce } from '../../platform/leases.ts';
import { createFetchLeases, type FetchLeases } from '../../platform/coordination.ts';
import { createLearningRuns, type LearningRuns } from './learning-runs.ts';
import { createWorkQueue, type WorkQueue } from '../../platform/queues/work-queue.ts';
import { askQuestions, type QuestionServices } from './ask-questions.ts';
import type { SuggestionRequest } from './find-suggestions.ts';
import { isAnswered, isEngine, type Outcome, type Question, reasonsOf } from './questions.ts';
import { KEYWORDS_MS, KEYWORDS_STORE_MS, LEAST_ASK_MS } from '../../platform/time/limits.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { createAskingServices } from '../../sources/providers/asking-services.ts';
import { createSuggestionCache } from './suggestion-cache.ts';
import type { SuggestionSettings } from '../../platform/settings/settings.ts';

export interface AskOnceServices extends QuestionServices {
  leases: FetchLeases;
  queue: WorkQueue;
  runs: Pick<LearningRuns, 'begin'>;
}

/** Thrown when no engine answered; all callers who wait for the same questions get it, so that none asks again. */
class NobodyAnswered extends ServiceError {
  readonly outcomes: Outcome[];

  constructor(outcomes: Outcome[]) {
    super('all_sources_failed', { message: message`No engine answered: ${{ reasons: reasonsOf(outcomes) }}` });
    this.outcomes = outcomes;
  }
}

/**
 * Asks the missing questions of a request once for all concurrent callers, and has the worker add the keywords of the
 * answers to the index.
 *
 * @param budgetMs time for asking; less after waiting for another caller
 * @returns the outcomes; none for questions that another caller has asked meanwhile
 */
export async function askOnce(
  request: SuggestionRequest,
  missing: Question[],
  budgetMs: number,
  services: AskOnceServices,
): Promise<Outcome[]> {
  const { leases, suggestions, now } = services;
  const { name, locale, refresh } = request;
  const asked = now();
  const deadline = asked + KEYWORDS_MS;
  const queries = [...new Set(missing.map(({ query }) => query))];

  /** When another caller got answers, the questions without one failed, and would fail again now. */
  async function isAskedMeanwhile(): Promise<boolean> {
    const stored = await suggestions.read(queries, locale);
    return missing.some((question) => {
      const answer = stored.get(question.query)?.[question.id];
      return isEngine(question) && answer !== undefined && (!refresh || Date.parse(answer.at) >= asked);
    });
  }

  try {
    return await fetchOnce<Outcome[]>({
      name,
      leases,
      now,
      deadline,
      leastFetchMs: Math.min(LEAST_ASK_MS, budgetMs) + KEYWORDS_STORE_MS,
      readFresh: async (hasEnded) => (hasEnded && (await isAskedMeanwhile()) ? [] : null),
      fetch: async (lease) => {
        const askMs = Math.min(budgetMs, deadline - now() - KEYWORDS_STORE_MS);
        const learn = learningOf(request, services);
        // In case this function dies before it has asked: until then, what engines answered is stored.
        await learn(askMs + KEYWORDS_STORE_MS);
        const outcomes = await askQuestions(missing, locale, askMs, services, lease);
        lease.signal.throwIfAborted();
        if (!outcomes.some((outcome) => isEngine(outcome) && isAnswered(outcome))) throw new NobodyAnswered(outcomes);
        await learn(0);
        return outcomes;
      },
    });
  } catch (error) {
    if (error instanceof NobodyAnswered) return error.outcomes;
    if (isError(error, 'all_sources_failed')) return missing.map((question) => failedForAnother(question, error));
    throw error;
  }
}

function failedForAnother({ id, query }: Question, { code, message }: ServiceError): Outcome {
  const error = { code, message, retryable: true };
  return { id, query, status: 'error', at: null, from_cache: false, http_status: null, duration_ms: null, error };
}

/**
 * Has the worker add the answers of a request to the index, after a delay. A message for what is there already does
 * nothing. The caller's response does not depend on it.
 */
function learningOf({ questions, locale, seed, refresh }: SuggestionRequest, { queue, runs, now }: AskOnceServices) {
  const queries = [...new Set(questions.map(({ query }) => query))];
  const queuedAt = now();
  return async (delayMs: number): Promise<void> => {
    try {
      await runs.begin(locale.language, seed, queuedAt, refresh);
      await queue.send({ task: 'learn-suggestions', queries, locale, queuedAt }, delayMs);
    } catch (error) {
      console.warn(JSON.stringify({ level: 'WARN', message: 'keywords not learned', error: (error as Error).name }));
    }
  };
}

/** Puts together, from the settings, what asking engines takes. */
export function createSuggestionServices(db: DynamoDB, settings: SuggestionSettings): AskOnceServices {
  const services = createAskingServices(db, settings);
  return {
    ...services,
    suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
    leases: createFetchLeases(db, settings.COORDINATION_TABLE, services.now),
    queue: createWorkQueue(settings),
    runs: createLearningRuns(db, settings.KEYWORDS_TABLE, services.now),
  };
}
