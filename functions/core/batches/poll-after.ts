import { goesBefore, type OpenBatch } from './store/open-batches.ts';
import { PARTS_AT_ONCE } from './store/item.ts';

/** How long reading a site is taken for, as long as nothing is known of it. */
const GUESSED_SECONDS = 1;
const LEAST_SECONDS = 3;
const MOST_SECONDS = 300;
/** So much of the age of a batch is waited at least: where the last sites are slow, nobody asks for each of them. */
const LEAST_OF_AGE = 0.25;
/** Of a guess: where it is too long, the batch is done long before the caller asks again. */
const MOST_GUESSED_SECONDS = 60;

/**
 * When it pays to ask for a batch again: when its sites are likely to have been read, as fast as so far. Before the first
 * one is read, those of the batches before it count as well.
 *
 * @param pending domains of it that are still to be fetched
 * @param now milliseconds since the epoch
 * @returns whole seconds
 */
export function pollAfter(pending: number, batch: OpenBatch, open: OpenBatch[], now: number): number {
  const age = (now - batch.createdAt) / 1000;
  const read = batch.fetches - pending;
  const guessed = Math.min(MOST_GUESSED_SECONDS, (linesAhead(pending, batch, open) * GUESSED_SECONDS) / PARTS_AT_ONCE);
  const seconds = Math.max(read > 0 ? (age / read) * pending : guessed, age * LEAST_OF_AGE);
  return Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, Math.ceil(seconds)));
}

function linesAhead(pending: number, batch: OpenBatch, open: OpenBatch[]): number {
  const before = open.filter((other) => other.stage === 'reading' && other.id !== batch.id && goesBefore(other, batch));
  return before.reduce((sum, { fetches }) => sum + fetches, pending);
}
