import type { Range } from '../domains/history/read-history.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { BatchLine } from './store/line.ts';

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

export {
  type BatchLine,
  isToBeRead,
  type LineError,
  type LineOutcome,
  type LineStatus,
  lineStatuses,
} from './store/line.ts';

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
