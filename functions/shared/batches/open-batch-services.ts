import type { HistoryServices } from '../domain-record/history/read-history.ts';
import { createBatches } from '../storage/batches/batches.ts';
import { createOpenBatches } from '../storage/batches/open-batches.ts';
import { createDomainCache } from '../storage/domain-cache.ts';
import { createDomainHistory } from '../storage/domain-history/domain-history.ts';
import type { DynamoDB } from '../storage/dynamodb/dynamodb.ts';
import { createIdempotencyKeys } from '../storage/idempotency-keys.ts';
import { createMissingDomains } from '../storage/missing-domains.ts';
import type { BatchServices } from './services.ts';
import type { BatchSettings } from '../settings/settings.ts';

interface Parts {
  db: DynamoDB;
  settings: BatchSettings;
  isReachable: (host: string) => boolean;
}

/** Creates, from the settings, what answering with batches needs. */
export function openBatchServices({ db, settings, isReachable }: Parts): BatchServices & HistoryServices {
  const now = Date.now;
  const { COORDINATION_TABLE: coordination } = settings;
  let queue: ReturnType<BatchServices['loadQueue']> | undefined;
  const openQueue = async () => (await import('../storage/work-queue.ts')).createWorkQueue(settings);
  return {
    cache: createDomainCache(db, settings.DOMAIN_CACHE_TABLE),
    missing: createMissingDomains(db, coordination, now),
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    batches: createBatches(db, settings.BATCHES_TABLE, now),
    open: createOpenBatches(db, coordination, now),
    keys: createIdempotencyKeys(db, coordination, now),
    loadQueue: () => (queue ??= openQueue()),
    isReachable,
    now,
  };
}
