import { type CachedRecord, recordOf } from '../record/cached-record.ts';
import type { StoredBatch, StoredPart } from './store/batches.ts';
import type { BatchRow, BatchOptions, RowError, RowOutcome } from './batch.ts';
import { SITE } from '../record/history-values.ts';

/** A stored batch and its parts. */
export interface BatchWithParts {
  batch: StoredBatch;
  parts: StoredPart[];
}

const outcomeOf = (status: RowOutcome['status'], code: string, message: string): RowOutcome => ({
  status,
  error: { code, message, retryable: true } satisfies RowError,
});
const CANCELLED = outcomeOf('refused', 'cancelled', 'The batch was cancelled before this domain was fetched');
const STOPPED = outcomeOf(
  'refused',
  'work_limit',
  'The batch reached its work limit before this domain was fetched; send it in another batch',
);
const SOURCES_LEFT = outcomeOf(
  'done',
  'work_limit',
  'The batch reached its work limit before all sources were requested; query the domain for the rest',
);
const NO_LONGER_STORED = outcomeOf('failed', 'gone', 'The fetched record of this domain is no longer stored');

/**
 * Returns the current state of all rows of a batch, from stored outcomes and cached entries. Rows with the same domain
 * have the same outcome.
 *
 * @param now milliseconds since the epoch
 */
export function currentRows(
  { batch, parts }: BatchWithParts,
  entries: ReadonlyMap<string, CachedRecord>,
  now: number,
): BatchRow[] {
  const options = JSON.parse(batch.options) as BatchOptions;
  const outcomes = new Map<string, RowOutcome>();
  for (const { number, rows } of parts) {
    const context = { ...batch, options, isTried: batch.ended.has(number) };
    for (const { isCounted, domain, status, error } of rows) {
      if (!isCounted || domain === null) continue;
      const isOpen = status === 'pending';
      outcomes.set(domain, isOpen ? pendingOutcome(entries.get(domain), context, now) : { status, error });
    }
  }
  return parts.flatMap(({ rows }) => rows.map((row) => ({ ...row, ...outcomes.get(row.domain!) })));
}

type BatchOfRow = Pick<StoredBatch, 'cancelledAt' | 'stoppedAt'> & CachedOutcomeContext;

/** Returns the outcome of a row without a stored outcome. */
function pendingOutcome(entry: CachedRecord | undefined, batch: BatchOfRow, now: number): RowOutcome {
  const outcome = outcomeFromCache(entry, batch, now);
  if (outcome.status === 'done' && batch.stoppedAt !== null && hasPendingSources(entry!)) return SOURCES_LEFT;
  if (outcome.status !== 'pending') return outcome;
  if (batch.cancelledAt !== null) return CANCELLED;
  if (batch.stoppedAt !== null) return STOPPED;
  return batch.isTried ? NO_LONGER_STORED : outcome;
}

function hasPendingSources(entry: CachedRecord): boolean {
  // `complete` is the first member, so that most records need not be parsed.
  if (entry.recordJson.startsWith('{"complete":true')) return false;
  return recordOf(entry).sources.some(({ status }) => status === 'pending');
}

const PENDING: RowOutcome = { status: 'pending', error: null };
const DONE: RowOutcome = { status: 'done', error: null };

/** The values of a batch on which the outcomes of its rows depend. */
interface CachedOutcomeContext {
  options: Pick<BatchOptions, 'refresh'>;
  /** ISO 8601 time. */
  createdAt: string;
  /** The site was requested for this batch already: a retry that is due is ignored. */
  isTried?: boolean;
}

/**
 * Returns the outcome of a row from the cached entry of its domain. It is pending if the domain has to be fetched:
 * there is no entry, the entry is older than a batch that refreshes, or its home page was never read and a retry of its
 * site is due.
 *
 * @param now milliseconds since the epoch
 */
export function outcomeFromCache(
  entry: CachedRecord | undefined,
  { options, createdAt, isTried = false }: CachedOutcomeContext,
  now: number,
): RowOutcome {
  const { refresh } = options;
  if (!entry || (refresh && entry.updatedAt < createdAt)) return PENDING;
  // Only a page that was read has a score; it is one of the first members, so that most records need not be parsed.
  if (!refresh && /^\{"complete":true,"seo_score":\d/.test(entry.recordJson)) return DONE;
  const { page, sources } = recordOf(entry);
  const site = sources.find(({ id }) => id === SITE);
  const isFetched = page !== null && (!refresh || (site?.fetched_at ?? '') >= createdAt);
  if (isFetched || !site?.error) return DONE;
  const isDue = site.error.retryable && (entry.retries[SITE]?.dueAt ?? 0) <= now;
  return isDue && !refresh && !isTried ? PENDING : { status: 'failed', error: site.error };
}
