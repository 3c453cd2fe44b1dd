import { benchCachedBatch } from './batches/cached.ts';
import type { Row } from './table.ts';

/** What batches cost, in dollars and in time. */
export async function benchBatches(): Promise<Row[]> {
  return benchCachedBatch();
}
