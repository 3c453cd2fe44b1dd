import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SuggestionSettings } from '../../keyword-research/settings.ts';
import { createDocumentClient } from '../../storage/dynamodb/document-client.ts';
import type { ListKeeper } from '../../storage/keyword-index/keyword-search.ts';
import { createScoredLists } from '../../storage/scored-lists/scored-lists.ts';
import { createWorkQueue } from '../../storage/work-queue.ts';

/** What a search leads to that finds a posting list not confirmed; others do not load this file. */
export function createListKeeper(client: DynamoDBClient, settings: SuggestionSettings): ListKeeper {
  const queue = createWorkQueue(settings);
  return {
    ...createScoredLists(createDocumentClient(client), settings.KEYWORDS_TABLE, Date.now),
    rewrite: (term) => queue.send({ task: 'rescore', term }),
  };
}
