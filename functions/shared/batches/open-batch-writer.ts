import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Settings } from '../settings/settings.ts';
import { createBatches } from '../storage/batches/batches.ts';
import { createOpenBatches } from '../storage/batches/open-batches.ts';
import { sdkItemClient } from '../storage/dynamodb/client.ts';
import { createDocumentClient } from '../storage/dynamodb/document-client.ts';
import { createIdempotencyKeys } from '../storage/idempotency-keys.ts';
import type { queueSettings, storageSettings } from '../storage/settings.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { BatchWriter } from './services.ts';

type WriterSettings = Settings<typeof queueSettings> &
  Pick<Settings<typeof storageSettings>, 'COORDINATION_TABLE' | 'BATCHES_TABLE'>;

/** Puts together what storing a batch and having it worked off takes. The file is loaded only then. */
export function openBatchWriter(client: DynamoDBClient, settings: WriterSettings): BatchWriter {
  const { COORDINATION_TABLE: coordination, BATCHES_TABLE } = settings;
  const documents = createDocumentClient(client);
  return {
    batches: createBatches(documents, BATCHES_TABLE, Date.now),
    open: createOpenBatches(sdkItemClient(client), coordination, Date.now),
    keys: createIdempotencyKeys(documents, coordination, Date.now),
    queue: createWorkQueue(settings),
  };
}
