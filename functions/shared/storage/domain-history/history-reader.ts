import type { SnapshotFigures } from '../../record/figures.ts';
import type { DocumentReader } from '../dynamodb/document-reader.ts';
import { dayKey, dayOfKey, type HistoryItem, SCHEDULED, timeOf } from './item.ts';

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

export interface HistoryReader {
  /**
   * Reads the newest snapshots of a window; it costs what they take up, however long the history is.
   *
   * @param limit most snapshots to read
   * @param after those behind this position alone
   */
  read(domain: string, window: HistoryWindow & { limit: number }, after?: HistoryPosition): Promise<HistoryPage>;
}

/** The part of the `DomainHistory` table that an answer takes. */
export function createHistoryReader(reader: DocumentReader, table: string): HistoryReader {
  /**
   * Wanted items between two keys, newest key first, until there are at least `most`.
   *
   * @param spare how many items are read beyond that, since they may not be wanted
   * @returns with the key at which it has stopped
   */
  async function query(domain: string, [lowest, highest]: Keys, isWanted: Filter, most: number, spare = 0) {
    const items: HistoryItem[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await reader.query({
        TableName: table,
        KeyConditionExpression: '#domain = :domain AND #captured_at BETWEEN :lowest AND :highest',
        ExpressionAttributeNames: { '#domain': 'domain', '#captured_at': 'captured_at' },
        ExpressionAttributeValues: { ':domain': domain, ':lowest': lowest, ':highest': highest },
        ScanIndexForward: false,
        Limit: most - items.length + spare,
        ...(start && { ExclusiveStartKey: start }),
      });
      items.push(...((page.Items ?? []) as HistoryItem[]).filter(isWanted));
      start = page.LastEvaluatedKey;
    } while (start && items.length < most);
    return { items, stoppedAt: start ? (start.captured_at as string) : lowest };
  }

  return {
    async read(domain, { limit, ...window }, after) {
      const keys = keysOf(window, after);
      if (keys[0] > keys[1]) return { snapshots: [], truncated: false };
      const isWanted = (item: HistoryItem) => isInside(item, window) && (!after || isBehind(positionOf(item), after));
      const { items, stoppedAt } = await query(domain, keys, isWanted, limit + 1, after ? MOST_PASSED : 0);
      const snapshots = items.map(snapshotOf).sort(newestFirst);
      const hidden = scheduledBelow(stoppedAt);
      const isSettled = snapshots.length > limit && snapshots[limit - 1]!.date !== dayOfKey(stoppedAt);
      if (hidden && !isSettled) {
        const { items: found } = await query(domain, [hidden, hidden], isWanted, 1);
        snapshots.push(...found.map(snapshotOf));
        snapshots.sort(newestFirst);
      }
      return { snapshots: snapshots.slice(0, limit), truncated: snapshots.length > limit };
    },
  };
}

/** The lowest and the highest. */
type Keys = [string, string];
type Filter = (item: HistoryItem) => boolean;

/** Among the keys behind a position may be its own, and that of a scheduled snapshot of the day that is before it. */
const MOST_PASSED = 2;

/**
 * The keys between which all wanted items lie, but for the scheduled snapshot of a day in which the window begins after
 * midnight. `#` sorts before `T`: of each day, whichever form its keys have, all lie between the bare day and its times.
 */
function keysOf({ from, to }: HistoryWindow, after: HistoryPosition | undefined): Keys {
  const lowest = from.endsWith('T00:00:00.000Z') ? dayOfKey(from) : from;
  if (!after) return [lowest, to];
  const isScheduled = after.key === dayKey(dayOfKey(after.key), SCHEDULED);
  return [lowest, isScheduled ? after.captured_at : after.key];
}

/**
 * A scheduled snapshot is sorted by its time, but its key lies below all times of its day: the key that was passed over
 * where a query stopped within a day.
 */
function scheduledBelow(key: string): string | null {
  const scheduled = dayKey(dayOfKey(key), SCHEDULED);
  return scheduled < key ? scheduled : null;
}

function isInside(item: HistoryItem, { from, to }: HistoryWindow): boolean {
  const time = timeOf(item);
  return time >= from && time <= to;
}

const positionOf = (item: HistoryItem): HistoryPosition => ({ captured_at: timeOf(item), key: item.captured_at });

function isBehind(one: HistoryPosition, other: HistoryPosition): boolean {
  return newestFirst(one, other) > 0;
}

function newestFirst(one: HistoryPosition, other: HistoryPosition): number {
  return descending(one.captured_at, other.captured_at) || descending(one.key, other.key);
}

function descending(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}

function snapshotOf(item: HistoryItem): StoredSnapshot {
  return { ...item, ...positionOf(item), date: dayOfKey(item.captured_at) };
}
