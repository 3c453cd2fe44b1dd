import type { SnapshotFigures } from '../../record/figures.ts';

/**
 * The item of a snapshot in the `DomainHistory` table: partition key `domain`, sort key `captured_at`. Every sort key
 * begins with the day. Of a fetch that a caller has asked for, it is the time ({@link timeOf}); otherwise it is made of
 * the day by {@link dayKey}, so that a day has one such snapshot of each kind, whoever writes it.
 */
export interface HistoryItem extends Partial<SnapshotFigures> {
  domain: string;
  captured_at: string;
  origin: string;
  /** ISO 8601 time; of scheduled snapshots, whose key is their day. */
  taken_at?: string;
}

/** A snapshot as it is read: figures that were not known then may be missing, as well as null. */
export interface StoredSnapshot extends Partial<SnapshotFigures> {
  /** Tells snapshots of one time apart. */
  key: string;
  /** ISO 8601 time; midnight UTC where only the day is known. */
  captured_at: string;
  /** `YYYY-MM-DD` (UTC) */
  date: string;
  origin: string;
}

/** Both inclusive, ISO 8601 times with milliseconds. */
export interface HistoryWindow {
  from: string;
  to: string;
}

/** The place of a snapshot in the order of all snapshots of a domain: newest first, of one time by descending key. */
export type HistoryPosition = Pick<StoredSnapshot, 'captured_at' | 'key'>;

export interface HistoryPage {
  /** Newest first. */
  snapshots: StoredSnapshot[];
  /** The window holds more behind these. */
  truncated: boolean;
}

/** Kind of the snapshot that is taken by schedule; the other kinds are the sources that know of the past, by their ids. */
export const SCHEDULED = 'scheduled';

/** Sort key of the snapshot of one kind on a day (`YYYY-MM-DD`). `#` sorts before the `T` of a time on the same day. */
export const dayKey = (day: string, kind: string) => `${day}#${kind}`;

/** @returns the day (`YYYY-MM-DD`) of a sort key, or of an ISO 8601 time */
export const dayOfKey = (key: string) => key.slice(0, 10);

/** @returns ISO 8601 time; midnight UTC where only the day is known */
export function timeOf({ captured_at: key, taken_at }: HistoryItem): string {
  return key.includes('#') ? (taken_at ?? `${dayOfKey(key)}T00:00:00.000Z`) : key;
}

/** Origin of a figure of the past that a source knows. */
export const backfillOrigin = (source: string) => `backfill:${source}`;
