import type { HistoryValues, SnapshotValues, ValueName } from '../../record/history-values.ts';
import type { PastValues } from '../../record/source-answer.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, atLeast, between, ifAbsent, present } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import {
  getItem,
  putItem,
  queryItems,
  queryPage,
  type StartKey,
  type Table,
  updateItem,
} from '../../platform/dynamodb/table.ts';
import { deleteFound, eachAtOnce, putItems } from '../../platform/dynamodb/many-items.ts';
import { dayOf } from '../../platform/time/day.ts';

/**
 * The item of a snapshot in the `DomainHistory` table: partition key `domain`, sort key `captured_at`. Every sort key
 * begins with the day. For a fetch that a caller has requested, the sort key is the time ({@link timeOf}). Otherwise it is
 * the day with a kind ({@link dayKey}), so that a day has at most one such snapshot of each kind.
 */
export interface HistoryItem extends Partial<SnapshotValues> {
  domain: string;
  captured_at: string;
  origin: string;
  /** ISO 8601 time of a scheduled snapshot, whose key contains only the day. */
  taken_at?: string;
}

/** A snapshot that was read. Values that were not known are null or absent. */
export interface StoredSnapshot extends Partial<SnapshotValues> {
  /** Distinguishes snapshots of the same time. */
  key: string;
  /** ISO 8601 time; midnight UTC if only the day is known. */
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

/** Position of a snapshot in the order of a domain's snapshots: newest first, at the same time by descending key. */
export type HistoryPosition = Pick<StoredSnapshot, 'captured_at' | 'key'>;

export interface HistoryPage {
  /** Newest first. */
  snapshots: StoredSnapshot[];
  /** Whether the window contains more snapshots after these. */
  truncated: boolean;
}

/** Kind of a scheduled snapshot. The other kinds are the ids of sources with past values. */
const SCHEDULED = 'scheduled';

/** Returns the sort key of the snapshot of a kind and day (`YYYY-MM-DD`). `#` sorts before the `T` of a time. */
const dayKey = (day: string, kind: string) => `${day}#${kind}`;

/** @returns the day (`YYYY-MM-DD`) of a sort key, or of an ISO 8601 time */
const dayOfKey = (key: string) => key.slice(0, 10);

/** @returns ISO 8601 time; midnight UTC if only the day is known */
export function timeOf({ captured_at: key, taken_at }: HistoryItem): string {
  return key.includes('#') ? (taken_at ?? `${dayOfKey(key)}T00:00:00.000Z`) : key;
}

/** Returns the origin of past values of a source. */
const backfillOrigin = (source: string) => `backfill:${source}`;

/** The metrics of one fetch of a domain. `null`: not known at that time. */
interface Snapshot extends SnapshotValues {
  domain: string;
  /** ISO 8601 time. */
  captured_at: string;
  origin: 'query' | 'refresh';
}

/** Values that were measured on a day. `null`: measured, and there is no value. */
interface MeasuredValues {
  /** `YYYY-MM-DD` */
  date: string;
  values: Partial<HistoryValues>;
}

/**
 * Reads items between two keys in descending order, until at least `most` items match the filter.
 *
 * @param spare additional items to read, since the filter may exclude some
 * @returns the matching items, and the key at which reading stopped
 */
async function query(store: Table, domain: string, [lowest, highest]: Keys, matches: Filter, most: number, spare = 0) {
  const key = { domain, captured_at: between(lowest, highest) };
  const items: HistoryItem[] = [];
  let after: StartKey;
  do {
    const limit = most - items.length + spare;
    const page = await queryPage<HistoryItem>(store, key, { descending: true, limit, after });
    items.push(...page.items.filter(matches));
    after = page.next;
  } while (after && items.length < most);
  return { items, stoppedAt: after ? (after.captured_at as string) : lowest };
}

/**
 * Reads the newest snapshots of a window. The cost depends on their size, not on the length of the history.
 *
 * @param limit maximum number of snapshots
 * @param after only snapshots after this position are read
 */
async function read(
  store: Table,
  domain: string,
  { limit, ...window }: HistoryWindow & { limit: number },
  after?: HistoryPosition,
): Promise<HistoryPage> {
  const keys = keysOf(window, after);
  if (keys[0] > keys[1]) return { snapshots: [], truncated: false };
  const matches = (item: HistoryItem) => isInside(item, window) && (!after || newestFirst(positionOf(item), after) > 0);
  const { items, stoppedAt } = await query(store, domain, keys, matches, limit + 1, after ? MAX_EXCLUDED : 0);
  const snapshots = items.map(snapshotOf).sort(newestFirst);
  const hidden = scheduledBelow(stoppedAt);
  const isSettled = snapshots.length > limit && snapshots[limit - 1]!.date !== dayOfKey(stoppedAt);
  if (hidden && !isSettled) {
    const { items: found } = await query(store, domain, [hidden, hidden], matches, 1);
    snapshots.push(...found.map(snapshotOf));
    snapshots.sort(newestFirst);
  }
  return { snapshots: snapshots.slice(0, limit), truncated: snapshots.length > limit };
}

async function add(store: Table, snapshot: Snapshot): Promise<void> {
  await putItem(store, snapshot);
}

/** Adds values that a snapshot does not have, unless it was taken before `since`. */
async function fillIn(
  store: Table,
  key: Pick<HistoryItem, 'domain' | 'captured_at'>,
  since: string,
  known: [string, unknown][],
) {
  const item = await getItem<HistoryItem>(store, key, { consistent: true });
  if (!item || (item.taken_at ?? item.captured_at) < since) return;
  const missing = known.filter(([name]) => (item[name as ValueName] ?? null) === null);
  if (missing.length === 0) return;
  await updateItem(store, key, { set: Object.fromEntries(missing), when: { origin: present } });
}

/**
 * Adds values of late sources to snapshots of the day on which the values were measured, if the snapshots do not have
 * them and were written by the entry's last fetch or later.
 *
 * @param when `day`: `YYYY-MM-DD`; `updatedAt`: ISO 8601 time of the entry's last fetch
 */
async function amend(
  store: Table,
  domain: string,
  { day, updatedAt }: { day: string; updatedAt: string },
  values: HistoryValues,
): Promise<void> {
  const known = Object.entries(values).filter(([, value]) => value !== null);
  if (known.length === 0) return;
  const keys = [...(dayOfKey(updatedAt) === day ? [updatedAt] : []), dayKey(day, SCHEDULED)];
  await Promise.all(keys.map((captured_at) => fillIn(store, { domain, captured_at }, updatedAt, known)));
}

/** Adds past days that a source returns for the first time. Writing the same days again changes nothing. */
async function backfill(store: Table, domain: string, source: string, past: PastValues[]): Promise<void> {
  const origin = backfillOrigin(source);
  // BatchWriteItem rejects duplicate keys.
  const byDate = new Map(past.map((point) => [point.date, point]));
  const items = [...byDate.values()].map(({ date, values }) => ({
    domain,
    captured_at: dayKey(date, source),
    origin,
    ...values,
  }));
  await putItems(store, items);
}

/** Adds values to past days that a source has returned before. Values that are stored already are not overwritten. */
async function amendBackfill(store: Table, domain: string, source: string, past: PastValues[]): Promise<void> {
  await eachAtOnce(past, (point) => setValues(store, domain, source, point));
}

async function setValues(store: Table, domain: string, source: string, { date, values }: MeasuredValues) {
  const attributes = Object.entries({ ...values, origin: backfillOrigin(source) });
  const set = Object.fromEntries(attributes.map(([name, value]) => [name, ifAbsent(value)]));
  await updateItem(store, { domain, captured_at: dayKey(date, source) }, { set });
}

/**
 * Overwrites values of the newest snapshot of a day with values that were measured on that day. If the day has no
 * snapshot, a snapshot of the source is created.
 */
async function overwriteValues(store: Table, domain: string, source: string, measured: MeasuredValues): Promise<void> {
  const { date, values } = measured;
  const day = { from: `${date}T00:00:00.000Z`, to: `${date}T23:59:59.999Z` };
  const [newest] = (await read(store, domain, { ...day, limit: 1 })).snapshots;
  const key = newest && { domain, captured_at: newest.key };
  if (key && (await updateItem(store, key, { set: values, when: { origin: present } }))) return;
  await setValues(store, domain, source, measured);
}

/** Deletes all snapshots of a domain. */
const deleteDomain = (store: Table, domain: string) => deleteFound(store, ['domain', 'captured_at'], { domain });

export type DomainHistory = ReturnType<typeof createDomainHistory>;

/** Creates the access to the `DomainHistory` table. A cached answer loads this file. */
export function createDomainHistory(db: DynamoDB, table: string) {
  const functions = { read, add, amend, backfill, amendBackfill, overwriteValues, deleteDomain };
  return bindStore({ db, table }, functions);
}

/** Scheduled snapshots: at most one for each domain and day. */
export type ScheduledSnapshots = ReturnType<typeof createScheduledSnapshots>;

export function createScheduledSnapshots(db: DynamoDB, table: string) {
  const store = { db, table };
  const keyOf = (domain: string, day: string) => ({ domain, captured_at: dayKey(day, SCHEDULED) });
  return {
    /** @param day `YYYY-MM-DD` */
    async has(domain: string, day: string): Promise<boolean> {
      return (await getItem(store, keyOf(domain, day), { attributes: ['captured_at'] })) !== undefined;
    },

    /**
     * Reads the scheduled snapshots of a domain, newest first, also one that has just been added. Each has the values of
     * the newest crawl since the one before it, in whichever snapshot these are stored.
     *
     * @param since `YYYY-MM-DD`, the first day
     */
    async read(domain: string, since: string): Promise<StoredSnapshot[]> {
      // A crawl always has a number of pages.
      const filter = [{ origin: SCHEDULED }, { site_pages: atLeast(0) }];
      const key = { domain, captured_at: atLeast(since) };
      const items = await queryItems<HistoryItem>(store, key, { filter, consistent: true });
      return withSiteValues(items.map(snapshotOf)).toReversed();
    },

    /**
     * Adds the snapshot of a day.
     *
     * @param takenAt ISO 8601 time
     * @returns false if the day has one already, which is not overwritten
     */
    add(domain: string, takenAt: string, values: SnapshotValues): Promise<boolean> {
      const key = keyOf(domain, dayOf(Date.parse(takenAt)));
      const item = { ...key, taken_at: takenAt, origin: SCHEDULED, ...values };
      return putItem(store, item, { when: { captured_at: absent } });
    },
  };
}

/**
 * Returns the scheduled ones of these snapshots, the oldest first, each with the values of the newest crawl since the one
 * before it. A crawl has stored its values in the snapshot that was the newest of the day when it ended, so that they are
 * in the order of the crawls.
 */
function withSiteValues(snapshots: StoredSnapshot[]): StoredSnapshot[] {
  const scheduled: StoredSnapshot[] = [];
  let ofCrawl: Partial<SnapshotValues> = {};
  for (const snapshot of snapshots.toSorted(newestFirst).toReversed()) {
    const { site_score = null, site_pages = null, site_broken_links = null } = snapshot;
    if (site_pages !== null) ofCrawl = { site_score, site_pages, site_broken_links };
    if (snapshot.origin !== SCHEDULED) continue;
    scheduled.push({ ...snapshot, ...ofCrawl });
    ofCrawl = {};
  }
  return scheduled;
}

/** The lowest and the highest key. */
type Keys = [string, string];
type Filter = (item: HistoryItem) => boolean;

/** Maximum number of items in the key range after a position that are not after it: its own, and a scheduled snapshot. */
const MAX_EXCLUDED = 2;

/**
 * Returns the range of keys that contains all items of the window, except the scheduled snapshot of its first day if the
 * window begins after midnight. `#` sorts before `T`, so all keys of a day are between the day and its times.
 */
function keysOf({ from, to }: HistoryWindow, after: HistoryPosition | undefined): Keys {
  const lowest = from.endsWith('T00:00:00.000Z') ? dayOfKey(from) : from;
  if (!after) return [lowest, to];
  const isScheduled = after.key === dayKey(dayOfKey(after.key), SCHEDULED);
  return [lowest, isScheduled ? after.captured_at : after.key];
}

/**
 * Returns the key of a scheduled snapshot that a query has not read because it stopped within a day: the key is below all
 * times of its day, but the snapshot is sorted by its time.
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
