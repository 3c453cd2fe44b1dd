import type { DynamoDB } from '../storage/dynamodb/dynamodb.ts';
import { createAskingServices } from '../providers/asking-services.ts';
import { createFetchLeases } from '../storage/fetch-lease.ts';
import { createLearningRuns } from '../storage/learning-runs.ts';
import { createSuggestionCache } from '../storage/suggestion-cache.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { AskOnceServices } from './ask-once.ts';
import type { SuggestionSettings } from '../settings/settings.ts';

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
