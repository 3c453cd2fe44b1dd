import type { HistoryServices } from '../domains/history/read-history.ts';
import { createBatches } from './store/batches.ts';
import { createOpenBatches } from './store/open-batches.ts';
import { createDomainCache } from '../domains/store/domain-cache.ts';
import { createDomainHistory } from '../domains/store/domain-history.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { createMissingDomains } from '../domains/store/missing-domains.ts';
import type { BatchServices } from './services.ts';
import type { BatchSettings } from '../platform/settings/settings.ts';

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
  const openQueue = async () => (await import('../platform/queues/work-queue.ts')).createWorkQueue(settings);
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
