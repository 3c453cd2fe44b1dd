import type { DynamoDB } from '../storage/dynamodb/dynamodb.ts';
import { hostAllowance } from '../gateway/fetch-allowance.ts';
import { createAllowances } from '../storage/allowances.ts';
import { createBatches } from '../storage/batches/batches.ts';
import { createOpenBatches } from '../storage/batches/open-batches.ts';
import { createFetchedHosts } from '../storage/fetched-hosts.ts';
import { createOnceMarkers } from '../storage/once-markers.ts';
import type { BatchSettings } from '../settings/settings.ts';

interface Parts {
  db: DynamoDB;
  settings: Pick<BatchSettings, 'BATCHES_TABLE' | 'COORDINATION_TABLE'>;
  isReachable: (host: string) => boolean;
}

/** What working off batches takes beside the services of a record. */
export function createBatchWorkServices({ db, settings, isReachable }: Parts) {
  const { BATCHES_TABLE, COORDINATION_TABLE: coordination } = settings;
  const now = Date.now;
  return {
    batches: createBatches(db, BATCHES_TABLE, now),
    open: createOpenBatches(db, coordination, now),
    claims: createOnceMarkers(db, coordination, now),
    allowances: createAllowances(db, coordination, now),
    batchAllowance: hostAllowance({ hosts: createFetchedHosts(db, coordination, now), isReachable, now }),
  };
}
