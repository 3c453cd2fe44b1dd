import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { hostAllowance } from '../gateway/fetch-allowance.ts';
import { createAllowances } from '../storage/allowances.ts';
import { createBatchReader } from '../storage/batches/batch-reader.ts';
import { createBatches } from '../storage/batches/batches.ts';
import { createOpenBatches } from '../storage/batches/open-batches.ts';
import { sdkItemClient } from '../storage/dynamodb/client.ts';
import { createDocumentClient, sdkDocumentReader } from '../storage/dynamodb/document-client.ts';
import { createFetchedHosts } from '../storage/fetched-hosts.ts';
import { createOnceMarkers } from '../storage/once-markers.ts';
import type { BatchSettings } from '../settings/settings.ts';

interface Parts {
  client: DynamoDBClient;
  settings: Pick<BatchSettings, 'BATCHES_TABLE' | 'COORDINATION_TABLE'>;
  isReachable: (host: string) => boolean;
}

/** What working off batches takes beside the services of a record. */
export function createBatchWorkServices({ client, settings, isReachable }: Parts) {
  const { BATCHES_TABLE, COORDINATION_TABLE: coordination } = settings;
  const now = Date.now;
  const documents = createDocumentClient(client);
  const items = sdkItemClient(client);
  return {
    batches: {
      ...createBatchReader(sdkDocumentReader(documents), BATCHES_TABLE, now),
      ...createBatches(documents, BATCHES_TABLE, now),
    },
    open: createOpenBatches(items, coordination, now),
    claims: createOnceMarkers(documents, coordination, now),
    allowances: createAllowances(items, coordination, now),
    batchAllowance: hostAllowance({ hosts: createFetchedHosts(items, coordination, now), isReachable, now }),
  };
}
