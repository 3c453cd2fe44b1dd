import { randomBytes } from 'node:crypto';
import { DAY_MS, dayOf } from '../../platform/time/day.ts';
import type { LineOutcome } from '../batch.ts';

/** How long a batch is kept. */
const KEPT_DAYS = 30;
/** Most lines of a part, which is what a worker takes at a time. */
export const PART_LINES = 25;
/** Least lines of a part, unless it is the last: as many domains as have their sources asked at once. */
const LEAST_PART_LINES = 4;
/** Parts of a batch that are worked on at once, as far as there are workers. */
export const PARTS_AT_ONCE = 5;

/** In place of the time at which the work on a batch went on: nobody is known to have been told to begin. */
export const NOT_BEGUN = 0;

/** The key of an item in the `Batches` table: the day on which the batch was made, and what of it the item is. */
export interface BatchKey {
  day: string;
  part: string;
}

/** The head of a batch: it is written last, and without it there is no batch. */
export interface BatchHeadItem extends BatchKey {
  owner: string;
  /** ISO 8601 time. */
  created_at: string;
  /** Seconds since the epoch. */
  expires_at: number;
  /** Tells the parts of this batch from those of another try to make it. */
  made: string;
  /** What is wanted of each domain, as JSON. */
  wanted: string;
  /** Numbers of the parts with domains that were to be fetched when it was made. */
  reading: number[];
  /** Domains that were to be fetched when it was made. */
  fetches: number;
  /** When the work on it was last known to go on: milliseconds since the epoch; {@link NOT_BEGUN}. */
  touched_at: number;
  /** The parts whose sites have been read; absent until there is one. */
  ended?: Set<number>;
  cancelled_at?: string;
  /** When it ended at the limit of its work: ISO 8601 time. */
  stopped_at?: string;
  /** How often its work was begun again, since its messages were lost; absent until it was. */
  resumes?: number;
}

export interface BatchPartItem extends BatchKey {
  /** As JSON, as they were when the batch was made. */
  lines: string;
  /** Of lines that will have no entry in the cache, by their number in the part. */
  outcomes: Record<string, LineOutcome>;
  expires_at: number;
}

const ID = /^b(\d{4})(\d\d)(\d\d)[0-9a-f]{20}$/;

/** An id that nobody can guess; it begins with the day (UTC). */
export function newBatchId(now: number): string {
  return `b${dayOf(now).replaceAll('-', '')}${randomBytes(10).toString('hex')}`;
}

/** @returns the key of a batch's head; `null` for what is no id */
export function headKey(batchId: string): BatchKey | null {
  const [, ...date] = ID.exec(batchId) ?? [];
  return date.length > 0 ? { day: date.join('-'), part: batchId } : null;
}

/** How many lines of a batch make a part: a small batch is divided among the workers that take it at once. */
export function linesOfPart(lines: number): number {
  return Math.min(PART_LINES, Math.max(LEAST_PART_LINES, Math.ceil(lines / PARTS_AT_ONCE)));
}

export function partKey(head: BatchKey, made: string, part: number): BatchKey {
  return { day: head.day, part: `${head.part}#${made}#${String(part).padStart(4, '0')}` };
}

/** @returns the number of a part; `null` for a head, and for a part of another try to make the batch */
export function partNumber(
  key: BatchKey,
  { part: batchId, made }: Pick<BatchHeadItem, 'part' | 'made'>,
): number | null {
  const before = `${batchId}#${made}#`;
  return key.part.startsWith(before) ? Number(key.part.slice(before.length)) : null;
}

/**
 * When a batch is deleted.
 *
 * @param createdAt ISO 8601 time
 * @returns seconds since the epoch
 */
export function expiryOf(createdAt: string): number {
  return Math.ceil((Date.parse(createdAt) + KEPT_DAYS * DAY_MS) / 1000);
}

/** The days whose batches are not deleted yet. */
export function keptDays(now: number): string[] {
  return Array.from({ length: KEPT_DAYS + 2 }, (_, ago) => dayOf(now - ago * DAY_MS));
}
