import type { BatchReader } from '../storage/batches/batch-reader.ts';
import type { Batches } from '../storage/batches/batches.ts';
import type { OpenBatches } from '../storage/batches/open-batches.ts';
import type { EntryListReader } from '../storage/domain-cache/entry-list-reader.ts';
import type { IdempotencyKeys } from '../storage/idempotency-keys.ts';
import type { MissingDomainReader } from '../storage/missing-domain-reader.ts';
import type { WorkQueue } from '../storage/work-queue.ts';

/** What answering with a batch takes. */
export interface BatchServices extends EntryListReader, MissingDomainReader {
  batches: BatchReader;
  open: Pick<OpenBatches, 'list'>;
  /** What storing and working off batches takes: it is loaded only where that is done. */
  loadWriter: () => Promise<BatchWriter>;
  /** Whether a host is accepted although its name is reserved. */
  isReachable: (host: string) => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface BatchWriter {
  batches: Batches;
  open: OpenBatches;
  keys: IdempotencyKeys;
  queue: Pick<WorkQueue, 'send' | 'sendBatch'>;
}
