import { goesBefore, type OpenBatch } from '../storage/batches/open-batches.ts';
import { PARTS_AT_ONCE } from './start-work.ts';

/** Of a domain whose site is read, on average. */
const SECONDS_A_DOMAIN = 3;
const LEAST_SECONDS = 3;
const MOST_SECONDS = 600;

/**
 * When it pays to ask for a batch again: when its sites are likely to have been read, those of the batches before it
 * included.
 *
 * @param pending domains of it that are still to be fetched
 * @returns whole seconds
 */
export function pollAfter(pending: number, batch: OpenBatch, open: OpenBatch[]): number {
  const before = open.filter((other) => other.stage === 'reading' && other.id !== batch.id && goesBefore(other, batch));
  const ahead = before.reduce((sum, { fetches }) => sum + fetches, pending);
  const seconds = Math.ceil((ahead * SECONDS_A_DOMAIN) / PARTS_AT_ONCE);
  return Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, seconds));
}
