import { createOnceMarkers, type OnceMarkers } from '../../platform/coordination.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { logWarning } from '../../platform/log-warning.ts';
import type { SuggestionSettings } from '../settings.ts';
import { waitBriefly } from '../../platform/wait-briefly.ts';
import type { SuggestionRequest } from './find-suggestions.ts';
import { createLearningRuns, type LearningRuns } from './learning-runs.ts';
import { learningOf, type LearningServices } from './queue-learning.ts';

/** Time after which a hit tries again, if the queue does not accept the message. */
const TRY_AGAIN_MS = 60_000;

interface LearnAgainServices extends Pick<LearningServices, 'now'> {
  runs: Pick<LearningRuns, 'isInProgress' | 'begin' | 'cancel'>;
  claims: OnceMarkers;
  /** Called only if a message has to be sent: most hits do not need the client of the queue. */
  loadQueue: () => Promise<LearningServices['queue']>;
}

/**
 * Queues the addition of stored answers to the index, once for many hits, unless it is in progress: if their message
 * was lost, nothing else would add them. The caller's response does not depend on it.
 */
export function learnAgain(request: SuggestionRequest, services: LearnAgainServices): Promise<void> {
  return waitBriefly(queueAgain(request, services), logWarning('keywords not learned'));
}

async function queueAgain(
  request: SuggestionRequest,
  { runs, claims, loadQueue, now }: LearnAgainServices,
): Promise<void> {
  if (await runs.isInProgress(request.locale.language, request.seed)) return;
  if (!(await claims.claim(`learn ${request.name}`, TRY_AGAIN_MS))) return;
  await learningOf(request, { runs, queue: await loadQueue(), now })(0);
}

/** Creates the dependencies from the settings. */
export function createLearnAgainServices(db: DynamoDB, settings: SuggestionSettings): LearnAgainServices {
  return {
    runs: createLearningRuns(db, settings.KEYWORDS_TABLE, Date.now),
    claims: createOnceMarkers(db, settings.COORDINATION_TABLE, Date.now),
    loadQueue: async () => (await import('../tasks.ts')).createLearningQueue(settings),
    now: Date.now,
  };
}
