import type { NewBatch } from '../../../../contract.ts';
import { MAX_ROWS } from '../../../../../core/batches/batch.ts';

/** Most lines that the page starts at a time. */
export const MOST_AT_ONCE = 20 * MAX_ROWS;

/** A list of any length as batches of as many lines as the service takes, in order. */
export function newBatches({ domains, ...order }: NewBatch): NewBatch[] {
  const count = Math.ceil(domains.length / MAX_ROWS);
  return Array.from({ length: count }, (_, index) => ({
    ...order,
    domains: domains.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  }));
}
