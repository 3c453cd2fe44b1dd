import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { HostServices } from '../accounts/fetch-allowance.ts';
import { createFetchedHosts } from '../accounts/fetched-hosts.ts';
import { createAllowances } from '../accounts/allowances.ts';
import { createBatches } from './store/batches.ts';
import { createBatchesInProgress } from './store/batches-in-progress.ts';
import { createBatchQueue } from './tasks.ts';
import { createOnceMarkers } from '../platform/coordination.ts';
import type { BatchSettings } from './settings.ts';

interface Parts {
  db: DynamoDB;
  settings: Pick<BatchSettings, 'BATCHES_TABLE' | 'COORDINATION_TABLE' | 'BATCH_QUEUE_URL'>;
  isReachable: (host: string) => boolean;
}

/** Creates the services of batch workers, in addition to those of records. */
export function createBatchWorkServices({ db, settings, isReachable }: Parts) {
  const { BATCHES_TABLE, COORDINATION_TABLE: coordination } = settings;
  const now = Date.now;
  return {
    batches: createBatches(db, BATCHES_TABLE, now),
    inProgress: createBatchesInProgress(db, BATCHES_TABLE, now),
    batchQueue: createBatchQueue(settings),
    claims: createOnceMarkers(db, coordination, now),
    allowances: createAllowances(db, coordination, now),
    hosts: { hosts: createFetchedHosts(db, coordination, now), isReachable, now } satisfies HostServices,
  };
}
