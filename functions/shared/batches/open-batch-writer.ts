import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createBatches } from '../storage/batches/batches.ts';
import { createOpenBatches } from '../storage/batches/open-batches.ts';
import { sdkItemClient } from '../storage/dynamodb/client.ts';
import { createDocumentClient } from '../storage/dynamodb/document-client.ts';
import { createIdempotencyKeys } from '../storage/idempotency-keys.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { BatchWriter } from './services.ts';
import type { BatchSettings } from '../settings/settings.ts';

/** Puts together what storing a batch and having it worked off takes. The file is loaded only then. */
export function openBatchWriter(client: DynamoDBClient, settings: BatchSettings): BatchWriter {
  const { COORDINATION_TABLE: coordination, BATCHES_TABLE } = settings;
  const documents = createDocumentClient(client);
  return {
    batches: createBatches(documents, BATCHES_TABLE, Date.now),
    open: createOpenBatches(sdkItemClient(client), coordination, Date.now),
    keys: createIdempotencyKeys(documents, coordination, Date.now),
    queue: createWorkQueue(settings),
  };
}
