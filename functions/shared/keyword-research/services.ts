import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requiredSetting } from '../settings.ts';
import { createAskingServices } from '../providers/asking-services.ts';
import { createFetchLeases } from '../storage/fetch-lease.ts';
import type { SuggestionCache } from '../storage/suggestion-cache.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { AskOnceServices } from './ask-once.ts';

/** Puts together, from the environment, what asking engines takes. */
export function createSuggestionServices(
  documents: DynamoDBDocumentClient,
  suggestions: SuggestionCache,
): AskOnceServices {
  const services = createAskingServices(documents);
  return {
    ...services,
    suggestions,
    leases: createFetchLeases(documents, requiredSetting('COORDINATION_TABLE'), services.now),
    queue: createWorkQueue(requiredSetting('WORK_QUEUE_URL')),
  };
}
