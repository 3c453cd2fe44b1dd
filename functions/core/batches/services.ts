import type { Batches } from './store/batches.ts';
import type { OpenBatches } from './store/open-batches.ts';
import type { DomainCache } from '../domains/store/domain-cache.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { MissingDomains } from '../domains/store/missing-domains.ts';
import type { WorkQueue } from '../platform/queues/work-queue.ts';

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
