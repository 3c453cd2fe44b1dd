import { type CachedRecord, recordOf } from '../record/cached-record.ts';
import { SITE } from '../record/figures.ts';
import type { BatchOrder, LineOutcome } from './batch.ts';

const PENDING: LineOutcome = { status: 'pending', error: null };
const DONE: LineOutcome = { status: 'done', error: null };

/** The batch that a line belongs to, as far as its stand depends on it. */
export interface StandOf {
  order: Pick<BatchOrder, 'refresh'>;
  /** ISO 8601 time. */
  createdAt: string;
  /** It was tried for the batch already: whether it is time to try again does not count. */
  isTried?: boolean;
}

/**
 * How a line stands by what is cached of its domain. It is pending where it has to be fetched: there is no entry, or it
 * is older than a batch that refreshes, or its site could not be read so far and it is time to try again.
 *
 * @param now milliseconds since the epoch
 */
export function standOf(
  entry: CachedRecord | undefined,
  { order, createdAt, isTried = false }: StandOf,
  now: number,
): LineOutcome {
  if (!entry || (order.refresh && entry.updatedAt < createdAt)) return PENDING;
  // It is the first member: most records need not be parsed.
  if (entry.recordJson.startsWith('{"complete":true')) return DONE;
  const { page, sources } = recordOf(entry);
  const site = sources.find(({ id }) => id === SITE);
  if (!site?.error?.retryable || (page && !order.refresh)) return DONE;
  const isDue = (entry.healing[SITE]?.after ?? 0) <= now;
  return isDue && !order.refresh && !isTried ? PENDING : { status: 'failed', error: site.error };
}
