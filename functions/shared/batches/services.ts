import type { Batches } from '../storage/batches/batches.ts';
import type { OpenBatches } from '../storage/batches/open-batches.ts';
import type { DomainCache } from '../storage/domain-cache.ts';
import type { IdempotencyKeys } from '../storage/idempotency-keys.ts';
import type { MissingDomains } from '../storage/missing-domains.ts';
import type { WorkQueue } from '../storage/work-queue.ts';

/** Dependencies of answering with batches. */
export interface BatchServices {
  cache: Pick<DomainCache, 'readEntries'>;
  missing: Pick<MissingDomains, 'readMissing'>;
  batches: Batches;
  open: OpenBatches;
  keys: IdempotencyKeys;
  /** Its client is loaded only where work begins. */
  loadQueue: () => Promise<Pick<WorkQueue, 'send' | 'sendBatch'>>;
  /** Whether a host is accepted although its name is reserved. */
  isReachable: (host: string) => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}
