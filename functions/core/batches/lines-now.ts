import { type CachedRecord, recordOf } from '../record/cached-record.ts';
import type { StoredBatch, StoredPart } from './store/batches.ts';
import type { BatchLine, BatchOrder, LineError, LineOutcome } from './batch.ts';
import { SITE } from '../record/history-values.ts';

/** What is stored of a batch. */
export interface MadeBatch {
  batch: StoredBatch;
  parts: StoredPart[];
}

const outcomeOf = (status: LineOutcome['status'], code: string, message: string): LineOutcome => ({
  status,
  error: { code, message, retryable: true } satisfies LineError,
});
const CANCELLED = outcomeOf('refused', 'cancelled', 'The batch was cancelled before this domain was fetched');
const STOPPED = outcomeOf(
  'refused',
  'work_limit',
  'The batch ended at the limit of its work before this domain was fetched; send it in another batch',
);
const SOURCES_LEFT = outcomeOf(
  'done',
  'work_limit',
  'The batch ended at the limit of its work before all sources were requested; query the domain for the rest',
);
const GONE = outcomeOf('failed', 'gone', 'What was fetched of this domain is not stored any more');

/**
 * All lines of a batch as they stand: by what is written down, and by what is cached. Lines with the same domain stand
 * alike.
 *
 * @param now milliseconds since the epoch
 */
export function linesNow(
  { batch, parts }: MadeBatch,
  entries: ReadonlyMap<string, CachedRecord>,
  now: number,
): BatchLine[] {
  const order = JSON.parse(batch.wanted) as BatchOrder;
  const outcomes = new Map<string, LineOutcome>();
  for (const { number, lines } of parts) {
    const of = { ...batch, order, isTried: batch.ended.has(number) };
    for (const { isCounted, domain, status, error } of lines) {
      if (!isCounted || domain === null) continue;
      const isOpen = status === 'pending';
      outcomes.set(domain, isOpen ? openOutcome(entries.get(domain), of, now) : { status, error });
    }
  }
  return parts.flatMap(({ lines }) => lines.map((line) => ({ ...line, ...outcomes.get(line.domain!) })));
}

interface LineOf extends Pick<StoredBatch, 'createdAt' | 'cancelledAt' | 'stoppedAt'> {
  order: BatchOrder;
  /** The sites of the line's part have been read. */
  isTried: boolean;
}

/** Of a line of which nothing is written down. */
function openOutcome(entry: CachedRecord | undefined, batch: LineOf, now: number): LineOutcome {
  const stand = standOf(entry, batch, now);
  if (stand.status === 'done' && batch.stoppedAt !== null && hasPendingSources(entry!)) return SOURCES_LEFT;
  if (stand.status !== 'pending') return stand;
  if (batch.cancelledAt !== null) return CANCELLED;
  if (batch.stoppedAt !== null) return STOPPED;
  return batch.isTried ? GONE : stand;
}

function hasPendingSources(entry: CachedRecord): boolean {
  // It is the first member: most records need not be parsed.
  if (entry.recordJson.startsWith('{"complete":true')) return false;
  return recordOf(entry).sources.some(({ status }) => status === 'pending');
}

const PENDING: LineOutcome = { status: 'pending', error: null };
const DONE: LineOutcome = { status: 'done', error: null };

/** The batch that a line belongs to, as far as its stand depends on it. */
interface StandOf {
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
