import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SuggestionSettings } from '../shared/keyword-research/settings.ts';
import { createDocumentClient } from '../shared/storage/dynamodb/document-client.ts';
import type { ListKeeper } from '../shared/storage/keyword-index/keyword-search.ts';
import { createScoredLists } from '../shared/storage/scored-lists/scored-lists.ts';
import { createWorkQueue } from '../shared/storage/work-queue.ts';

/** What a search leads to that finds a posting list not confirmed; others do not load this file. */
export function createListKeeper(client: DynamoDBClient, settings: SuggestionSettings): ListKeeper {
  const queue = createWorkQueue(settings);
  return {
    ...createScoredLists(createDocumentClient(client), settings.KEYWORDS_TABLE, Date.now),
    rewrite: (term) => queue.send({ task: 'rescore', term }),
  };
}
