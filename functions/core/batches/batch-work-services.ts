import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { HostServices } from '../accounts/fetch-allowance.ts';
import { createFetchedHosts } from '../accounts/fetched-hosts.ts';
import { createAllowances } from '../accounts/allowances.ts';
import { createBatches } from './store/batches.ts';
import { createBatchesInProgress } from './store/batches-in-progress.ts';
import { createBatchQueue, createCompletionQueue } from './tasks.ts';
import { createOnceMarkers } from '../platform/coordination.ts';
import type { BatchQueueSettings, CompletionSettings } from './settings.ts';

interface Parts {
  db: DynamoDB;
  settings: CompletionSettings & BatchQueueSettings;
  isReachable: (host: string) => boolean;
}

/** Creates the services of the first stage of batches, in addition to those of records. */
export function createReadingServices({ db, settings, isReachable }: Parts) {
  const { COORDINATION_TABLE: coordination } = settings;
  const now = Date.now;
  return {
    ...createStoredBatches(db, settings),
    batchQueue: createBatchQueue(settings),
    completionQueue: createCompletionQueue(settings),
    allowances: createAllowances(db, coordination, now),
    hosts: { hosts: createFetchedHosts(db, coordination, now), isReachable, now } satisfies HostServices,
  };
}

/** Creates the services of the second stage of batches, in addition to those of records. */
export function createCompletionServices(db: DynamoDB, settings: CompletionSettings) {
  return {
    ...createStoredBatches(db, settings),
    completionQueue: createCompletionQueue(settings),
    claims: createOnceMarkers(db, settings.COORDINATION_TABLE, Date.now),
  };
}

function createStoredBatches(db: DynamoDB, { BATCHES_TABLE: table }: Pick<CompletionSettings, 'BATCHES_TABLE'>) {
  return { batches: createBatches(db, table, Date.now), inProgress: createBatchesInProgress(db, table, Date.now) };
}
