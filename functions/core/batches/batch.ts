import type { Range } from '../domains/history/read-history.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { SourceError } from '../record/source-answer.ts';

/** Maximum number of rows of a batch, and of a batch with histories. */
export const MAX_ROWS = 1_000;
export const MAX_ROWS_WITH_HISTORY = 100;
/**
 * Bytes of all inputs of a batch together, in UTF-8: they are stored even if there is nothing to fetch, which counts
 * against no allowance. Twice those of {@link MAX_ROWS} names of the greatest length.
 */
export const MAX_INPUT_BYTES = 500_000;

/** Options of a batch; they apply to each of its domains. */
export interface BatchOptions {
  /** All domains are fetched, cached ones too. */
  refresh: boolean;
  /** Selected members of `data`, in the format of the parameter `fields`; `null`: all. */
  fields: string | null;
  /** The history of each domain, in addition to its record; `null`: none. */
  history: { range: Range; fields: string | null } | null;
  /** Paid sources are requested too. */
  paid: boolean;
  /** Address that the end of the batch is sent to; absent or `null`: none. */
  deliver?: string | null;
}

export interface BatchRequest extends BatchOptions {
  /** Values of the request; a value that is not text results in an invalid row. */
  domains: unknown[];
}

/** The current state of a batch. */
export interface BatchView {
  /** `null`: everything was cached, and the batch is not stored. */
  batchId: string | null;
  /** ISO 8601 times; `expiresAt` is `null` if the batch is not stored. */
  createdAt: string;
  expiresAt: string | null;
  /** Whole seconds after which the caller should poll again; `null` if nothing is pending. */
  pollAfterSeconds: number | null;
  options: BatchOptions;
  /** All rows, in the order of the input. */
  rows: BatchRow[];
  /** The cached entries of the domains in the rows; domains without an entry are missing. */
  entries: ReadonlyMap<string, CachedRecord>;
}

export const rowStatuses = ['done', 'pending', 'not_found', 'failed', 'invalid', 'refused'] as const;

/**
 * - `done`: the domain's own site was fetched, now or earlier; in a batch that refreshes, since it was created. Sources
 *   with a rate limit may follow
 * - `pending`: it will be fetched in the background
 * - `not_found`: the name does not exist
 * - `failed`: the site, or all sources, could not be fetched; `data` contains what is known
 * - `invalid`: the row is not a domain
 * - `refused`: blocked by the operator, beyond an allowance, cancelled, or not fetched before the batch's hop limit
 */
export type RowStatus = (typeof rowStatuses)[number];

/** Why a row has no answer: a stable code, a message for people, and whether the same row can succeed later. */
export type RowError = SourceError;

export interface RowOutcome {
  status: RowStatus;
  error: RowError | null;
}

/** One row of a batch. */
export interface BatchRow extends RowOutcome {
  /** Input of the request; `null` in a row whose domain the operator has deleted since. */
  input: string | null;
  /** Name under which the record is stored; `null` in an invalid row. */
  domain: string | null;
  /**
   * The domain is fetched for this row and counted against the allowance. Of several rows with one domain this is the
   * first; the others have its outcome.
   */
  isCounted?: boolean;
}

/** Returns whether the site of a row's domain has to be fetched for this row. */
export function needsFetch({ status, isCounted }: BatchRow): boolean {
  return status === 'pending' && isCounted === true;
}
