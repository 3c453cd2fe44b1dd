import { randomBytes } from 'node:crypto';
import { DAY_MS, dayOf } from '../../platform/time/day.ts';
import type { RowOutcome } from '../batch.ts';

/** How long a batch is kept. */
const KEPT_DAYS = 30;
/** Maximum number of rows of a part. */
export const MAX_PART_ROWS = 25;
/** Minimum number of rows of a part, except the last: the number of domains whose sources are requested in parallel. */
const MIN_PART_ROWS = 4;
/** Number of parts of a batch that are processed in parallel, if there are enough workers. */
export const PARTS_AT_ONCE = 5;

/** Value of `progress_at` before a message that starts the work is known to be sent. */
export const NOT_STARTED = 0;

/** Key of an item in the `Batches` table: the day on which the batch was created, and the part of the batch. */
export interface BatchKey {
  day: string;
  part: string;
}

/** Head of a batch: it is written last, and a batch without a head does not exist. */
export interface BatchHeadItem extends BatchKey {
  owner: string;
  /** ISO 8601 time. */
  created_at: string;
  /** Seconds since the epoch. */
  expires_at: number;
  /** Random id that separates the parts of this batch from those of another attempt to create it. */
  attempt: string;
  /** {@link BatchOptions} as JSON. */
  options: string;
  /** Numbers of the parts with domains that had to be fetched when the batch was created. */
  reading: number[];
  /** Number of domains that had to be fetched when the batch was created. */
  fetches: number;
  /** When progress was last recorded, in milliseconds since the epoch, or {@link NOT_STARTED}. */
  progress_at: number;
  /** Numbers of the parts whose sites have been fetched; absent until there is one. */
  ended?: Set<number>;
  cancelled_at?: string;
  /** When it was stopped at its work limit: ISO 8601 time. */
  stopped_at?: string;
  /** How often its work was restarted because messages were lost; absent if never. */
  resumes?: number;
}

export interface BatchPartItem extends BatchKey {
  /** Rows as JSON, as they were when the batch was created. */
  rows: string;
  /** Outcomes of rows that will have no entry in the cache, by their index in the part. */
  outcomes: Record<string, RowOutcome>;
  expires_at: number;
}

const ID = /^b(\d{4})(\d\d)(\d\d)[0-9a-f]{20}$/;

/** Returns a random id that cannot be guessed; it begins with the day (UTC). */
export function newBatchId(now: number): string {
  return `b${dayOf(now).replaceAll('-', '')}${randomBytes(10).toString('hex')}`;
}

/** @returns the key of a batch's head; `null` if the text is not an id */
export function headKey(batchId: string): BatchKey | null {
  const [, ...date] = ID.exec(batchId) ?? [];
  return date.length > 0 ? { day: date.join('-'), part: batchId } : null;
}

/** Returns the number of rows of each part: a small batch is divided among the workers that process it in parallel. */
export function rowsPerPart(rows: number): number {
  return Math.min(MAX_PART_ROWS, Math.max(MIN_PART_ROWS, Math.ceil(rows / PARTS_AT_ONCE)));
}

export function partKey(head: BatchKey, attempt: string, part: number): BatchKey {
  return { day: head.day, part: `${head.part}#${attempt}#${String(part).padStart(4, '0')}` };
}

/** @returns the number of a part; `null` for a head, and for a part of another attempt to create the batch */
export function partNumber(
  key: BatchKey,
  { part: batchId, attempt }: Pick<BatchHeadItem, 'part' | 'attempt'>,
): number | null {
  const before = `${batchId}#${attempt}#`;
  return key.part.startsWith(before) ? Number(key.part.slice(before.length)) : null;
}

/**
 * Returns when a batch is deleted.
 *
 * @param createdAt ISO 8601 time
 * @returns seconds since the epoch
 */
export function expiryOf(createdAt: string): number {
  return Math.ceil((Date.parse(createdAt) + KEPT_DAYS * DAY_MS) / 1000);
}

/** Returns the days (UTC) whose batches are not deleted yet. */
export function keptDays(now: number): string[] {
  return Array.from({ length: KEPT_DAYS + 2 }, (_, ago) => dayOf(now - ago * DAY_MS));
}
