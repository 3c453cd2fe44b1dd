import type { Range } from '../domains/history/read-history.ts';
import type { CachedRecord } from '../record/cached-record.ts';

/** Most lines of a batch, and of one that has histories as well. */
export const MOST_LINES = 1_000;
export const MOST_LINES_WITH_HISTORY = 100;

/** What is wanted of each domain of a batch. */
export interface BatchOrder {
  /** Everything is fetched anew. */
  refresh: boolean;
  /** Members of `data`, as the parameter `fields`; `null`: all. */
  fields: string | null;
  /** The history of each domain beside its record; `null`: none. */
  history: { range: Range; fields: string | null } | null;
  /** Paid sources are asked too. */
  paid: boolean;
}

export interface BatchRequest extends BatchOrder {
  /** As they were given: what is no text makes an invalid line. */
  domains: unknown[];
}

/** A batch as it stands. */
export interface BatchView {
  /** `null`: everything was cached, and nothing of the batch is stored. */
  batchId: string | null;
  /** ISO 8601 times; `expiresAt` is `null` where nothing is stored. */
  createdAt: string;
  expiresAt: string | null;
  /** Whole seconds after which it pays to ask again; `null` where nothing is pending. */
  pollAfterSeconds: number | null;
  order: BatchOrder;
  /** All of them, in the order of the input. */
  lines: BatchLine[];
  /** The cached entries of the domains in the lines, as far as there are any. */
  entries: ReadonlyMap<string, CachedRecord>;
}

export const lineStatuses = ['done', 'pending', 'not_found', 'failed', 'invalid', 'refused'] as const;

/**
 * - `done`: the domain's own site was read, now or earlier; sources that keep a pace may follow
 * - `pending`: it is fetched in the background
 * - `not_found`: the name does not exist
 * - `failed`: the site, or everything, could not be read; what is known nevertheless is in `data`
 * - `invalid`: the line is no domain
 * - `refused`: blocked by the operator, beyond an allowance, cancelled, or left at the limit of the batch's work
 */
export type LineStatus = (typeof lineStatuses)[number];

/** Why a line has no answer: a stable code, a message for people, and whether the same line may succeed later. */
export interface LineError {
  code: string;
  message: string;
  retryable: boolean;
}

export interface LineOutcome {
  status: LineStatus;
  error: LineError | null;
}

/** One line of a batch. */
export interface BatchLine extends LineOutcome {
  /** As it was given; `null` in a line whose domain the operator has deleted since. */
  input: string | null;
  /** The name that records are stored under; `null` in an invalid line. */
  domain: string | null;
  /**
   * The domain is fetched for this line, and one of the allowance was taken for it. Of the lines with a domain that is
   * the first: what becomes of it becomes of the others.
   */
  isCounted?: boolean;
}

/** Whether the site of a line's domain is to be read for it. */
export function isToBeRead({ status, isCounted }: BatchLine): boolean {
  return status === 'pending' && isCounted === true;
}
