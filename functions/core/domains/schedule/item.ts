import type { UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import type { StoredRow, StoredSite } from './stored-row.ts';

/** A change of an item. */
export type ScheduleUpdate = Omit<UpdateInput, 'TableName' | 'Key'>;

/** The item of a domain in the `DomainSchedule` table. All are small; this file is loaded by a cached answer. */
export interface ScheduleItem {
  domain: string;
  /** Set on all that the sparse index of names lists: the partition of that index. */
  initial?: string;
  /** First and last day (UTC, `YYYY-MM-DD`) on which the domain was asked for. */
  first_asked_on?: string;
  last_asked_on?: string;
  /** Set while the domain is followed: partition of the due index, and ISO 8601 time of the next snapshot. */
  due_shard?: string;
  next_snapshot_at?: string;
  is_blocked?: true;
  /** Up to which day (`YYYY-MM-DD`) what a source knows of the past is in the domain's history, by source. */
  past_kept?: Record<string, string>;
  /** What the list of domains shows of its record. */
  row?: StoredRow;
  /** What the list shows of the last crawl of its site. */
  site?: StoredSite;
  /** What operators call it. */
  tags?: Set<string>;
}

/** The sparse index by shard and time: only followed domains are in it. */
export const DUE_INDEX = 'due';
/** The sparse index of names with what the list of domains shows: items that have their `initial` are in it. */
export const ROWS_INDEX = 'rows';

/** Partition of the index of names that a domain is in: its first letter. */
export function initialOf(domain: string): string {
  return domain.charAt(0);
}
