import type { NewBatch } from '../../../../contract.ts';
import { MOST_LINES } from '../../../../../core/batches/batch.ts';

/** Most lines that the page starts at a time. */
export const MOST_AT_ONCE = 20 * MOST_LINES;

/** A list of any length as batches of as many lines as the service takes, in order. */
export function newBatches({ domains, ...order }: NewBatch): NewBatch[] {
  const count = Math.ceil(domains.length / MOST_LINES);
  return Array.from({ length: count }, (_, index) => ({
    ...order,
    domains: domains.slice(index * MOST_LINES, (index + 1) * MOST_LINES),
  }));
}
