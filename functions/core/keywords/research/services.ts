import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { createAskingServices } from '../../sources/providers/asking-services.ts';
import { createFetchLeases } from '../../platform/coordination.ts';
import { createLearningRuns } from './learning-runs.ts';
import { createSuggestionCache } from './suggestion-cache.ts';
import { createWorkQueue } from '../../platform/queues/work-queue.ts';
import type { AskOnceServices } from './ask-once.ts';
import type { SuggestionSettings } from '../../platform/settings/settings.ts';

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
