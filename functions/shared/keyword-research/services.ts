import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createAskingServices } from '../providers/asking-services.ts';
import { createFetchLeases } from '../storage/fetch-lease.ts';
import { createLearningRuns } from '../storage/learning-runs/learning-runs.ts';
import { createSuggestionCache } from '../storage/suggestions/suggestion-cache.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { AskOnceServices } from './ask-once.ts';
import type { SuggestionSettings } from '../settings/settings.ts';

/** Puts together, from the settings, what asking engines takes. */
export function createSuggestionServices(
  documents: DynamoDBDocumentClient,
  settings: SuggestionSettings,
): AskOnceServices {
  const services = createAskingServices(documents, settings);
  return {
    ...services,
    suggestions: createSuggestionCache(documents, settings.KEYWORDS_TABLE),
    leases: createFetchLeases(documents, settings.COORDINATION_TABLE, services.now),
    queue: createWorkQueue(settings),
    runs: createLearningRuns(documents, settings.KEYWORDS_TABLE),
  };
}
