import type { LearningQueue } from '../tasks.ts';
import type { SuggestionRequest } from './find-suggestions.ts';
import type { LearningRuns } from './learning-runs.ts';

export interface LearningServices {
  queue: LearningQueue;
  runs: Pick<LearningRuns, 'begin' | 'cancel'>;
  now: () => number;
}

/**
 * Returns a function that queues the addition of the answers of a request to the index, after a delay. A message for
 * answers that are there already does nothing.
 */
export function learningOf(
  { sourceQueries, locale, seed, refresh }: SuggestionRequest,
  { queue, runs, now }: LearningServices,
) {
  const queries = [...new Set([seed, ...sourceQueries.map(({ query }) => query)])];
  const queuedAt = now();
  let isQueued = false;
  return async (delayMs: number): Promise<void> => {
    await runs.begin(locale.language, seed, queuedAt, refresh);
    try {
      await queue.send({ task: 'learn-suggestions', queries, locale, queuedAt }, delayMs);
      isQueued = true;
    } catch (error) {
      if (!isQueued) await runs.cancel(locale.language, seed, queuedAt);
      throw error;
    }
  };
}
