import { benchBesideBatch } from './batches/beside.ts';
import { benchCachedBatch } from './batches/cached.ts';
import { benchNewDomains } from './batches/new-domains.ts';
import { benchBatchState } from './batches/state.ts';
import { benchThroughput } from './batches/throughput.ts';
import type { Row } from './table.ts';

/** Measures the cost and the duration of batches. */
export async function benchBatches(): Promise<Row[]> {
  const measures = [benchCachedBatch, benchBatchState, benchNewDomains, benchThroughput, benchBesideBatch];
  const rows: Row[] = [];
  for (const measure of measures) rows.push(...(await measure()));
  return rows;
}
