import type { HistoryValues, SnapshotValues, ValueName } from '../../record/history-values.ts';
import type { PastValues } from '../../record/source-answer.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
import { deletePartition, eachAtOnce, putItems } from '../../platform/dynamodb/many-items.ts';
import { dayOf } from '../../platform/time/day.ts';

/**
 * The item of a snapshot in the `DomainHistory` table: partition key `domain`, sort key `captured_at`. Every sort key
 * begins with the day. Of a fetch that a caller has asked for, it is the time ({@link timeOf}); otherwise it is made of
 * the day by {@link dayKey}, so that a day has one such snapshot of each kind, whoever writes it.
 */
export interface HistoryItem extends Partial<SnapshotValues> {
  domain: string;
  captured_at: string;
  origin: string;
  /** ISO 8601 time; of scheduled snapshots, whose key is their day. */
  taken_at?: string;
}

/** A snapshot as it is read: values that were not known then may be missing, as well as null. */
export interface StoredSnapshot extends Partial<SnapshotValues> {
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
const SCHEDULED = 'scheduled';

/** Sort key of the snapshot of one kind on a day (`YYYY-MM-DD`). `#` sorts before the `T` of a time on the same day. */
const dayKey = (day: string, kind: string) => `${day}#${kind}`;

/** @returns the day (`YYYY-MM-DD`) of a sort key, or of an ISO 8601 time */
const dayOfKey = (key: string) => key.slice(0, 10);

/** @returns ISO 8601 time; midnight UTC where only the day is known */
export function timeOf({ captured_at: key, taken_at }: HistoryItem): string {
  return key.includes('#') ? (taken_at ?? `${dayOfKey(key)}T00:00:00.000Z`) : key;
}

/** Origin of a value of the past that a source knows. */
const backfillOrigin = (source: string) => `backfill:${source}`;

/** The values of one fetch of a domain. `null`: not known at that time. */
interface Snapshot extends SnapshotValues {
  domain: string;
  /** ISO 8601 time. */
  captured_at: string;
  origin: 'query' | 'refresh';
}

/** Values of a day. `null`: there is none. */
interface MeasuredValues {
  /** `YYYY-MM-DD` */
  date: string;
  values: Partial<HistoryValues>;
}

export interface DomainHistory {
  /**
   * Reads the newest snapshots of a window; it costs what they take up, however long the history is.
   *
   * @param limit most snapshots to read
   * @param after those behind this position alone
   */
  read(domain: string, window: HistoryWindow & { limit: number }, after?: HistoryPosition): Promise<HistoryPage>;
  add(snapshot: Snapshot): Promise<void>;
  /**
   * Fills in values that came later than the rest of their snapshots, where these do not know them: snapshots of the
   * day on which the values were measured, taken by the entry's last fetch or out of the entry since.
   *
   * @param when `day`: `YYYY-MM-DD`; `updatedAt`: ISO 8601 time of the entry's last fetch
   */
  amend(domain: string, when: { day: string; updatedAt: string }, figures: HistoryValues): Promise<void>;
  /** Adds days of the past that a source tells of for the first time. Writing the same again changes nothing. */
  backfill(domain: string, source: string, past: PastValues[]): Promise<void>;
  /** Adds values to days that a source has told of before; what those days have stays as it is. */
  amendBackfill(domain: string, source: string, past: PastValues[]): Promise<void>;
  /**
   * Sets values that were measured on a day in its newest snapshot, in place of those that it has. A day without a
   * snapshot is given one of the source.
   */
  note(domain: string, source: string, measured: MeasuredValues): Promise<void>;
  /** Deletes all snapshots of a domain. */
  deleteDomain(domain: string): Promise<void>;
}

/** The `DomainHistory` table: a cached answer loads this file. */
export function createDomainHistory(db: DynamoDB, table: string): DomainHistory {
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
      const page = await db.query({
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

  /** Fills in what a snapshot does not know, unless it was taken before a time. */
  async function fillIn(Key: { domain: string; captured_at: string }, since: string, known: [string, unknown][]) {
    const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
    const item = Item as HistoryItem | undefined;
    if (!item || (item.taken_at ?? item.captured_at) < since) return;
    const missing = known.filter(([name]) => (item[name as ValueName] ?? null) === null);
    if (missing.length === 0) return;
    const update = db.update({
      TableName: table,
      Key,
      ConditionExpression: 'attribute_exists(origin)',
      ...settingOf(missing, (name) => `:${name}`),
    });
    await ifConditionHolds(update);
  }

  async function setValues(domain: string, source: string, { date, values: figures }: MeasuredValues): Promise<void> {
    const values = { ...figures, origin: backfillOrigin(source) };
    const keep = (name: string) => `if_not_exists(#${name}, :${name})`;
    await db.update({
      TableName: table,
      Key: { domain, captured_at: dayKey(date, source) },
      ...settingOf(Object.entries(values), keep),
    });
  }

  /** @returns false where there is no such snapshot */
  async function replaceValues(domain: string, captured_at: string, figures: MeasuredValues['values']) {
    const update = db.update({
      TableName: table,
      Key: { domain, captured_at },
      ConditionExpression: 'attribute_exists(origin)',
      ...settingOf(Object.entries(figures), (name) => `:${name}`),
    });
    return (await ifConditionHolds(update)) !== null;
  }

  const history: DomainHistory = {
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

    async add(snapshot) {
      await db.put({ TableName: table, Item: snapshot });
    },

    async amend(domain, { day, updatedAt }, figures) {
      const known = Object.entries(figures).filter(([, value]) => value !== null);
      if (known.length === 0) return;
      const keys = [...(dayOfKey(updatedAt) === day ? [updatedAt] : []), dayKey(day, SCHEDULED)];
      await Promise.all(keys.map((captured_at) => fillIn({ domain, captured_at }, updatedAt, known)));
    },

    async backfill(domain, source, past) {
      const origin = backfillOrigin(source);
      // A batch may not hold a key twice.
      const byDate = new Map(past.map((point) => [point.date, point]));
      const items = [...byDate.values()].map(({ date, values: figures }) => ({
        ...{ domain, captured_at: dayKey(date, source), origin },
        ...figures,
      }));
      await putItems(db, table, items);
    },

    async amendBackfill(domain, source, past) {
      await eachAtOnce(past, (point) => setValues(domain, source, point));
    },

    async note(domain, source, measured) {
      const { date, values: figures } = measured;
      const day = { from: `${date}T00:00:00.000Z`, to: `${date}T23:59:59.999Z` };
      const [newest] = (await history.read(domain, { ...day, limit: 1 })).snapshots;
      if (newest && (await replaceValues(domain, newest.key, figures))) return;
      await setValues(domain, source, measured);
    },

    deleteDomain: (domain) =>
      deletePartition(db, { table, partitionKey: 'domain', sortKey: 'captured_at', value: domain }),
  };
  return history;
}

/** The snapshots that are taken by schedule: one a domain and day. */
export interface ScheduledSnapshots {
  /** @param day `YYYY-MM-DD` */
  has(domain: string, day: string): Promise<boolean>;
  /**
   * Adds the snapshot of a day.
   *
   * @param takenAt ISO 8601 time
   * @returns false where the day has one already: it stays as it is
   */
  add(domain: string, takenAt: string, figures: SnapshotValues): Promise<boolean>;
}

export function createScheduledSnapshots(db: DynamoDB, table: string): ScheduledSnapshots {
  const keyOf = (domain: string, day: string) => ({ domain, captured_at: dayKey(day, SCHEDULED) });
  return {
    async has(domain, day) {
      const key = { Key: keyOf(domain, day), ProjectionExpression: 'captured_at' };
      return (await db.get({ TableName: table, ...key })).Item !== undefined;
    },

    async add(domain, takenAt, figures) {
      const put = db.put({
        TableName: table,
        Item: { ...keyOf(domain, dayOf(Date.parse(takenAt))), taken_at: takenAt, origin: SCHEDULED, ...figures },
        ConditionExpression: 'attribute_not_exists(captured_at)',
      });
      return (await ifConditionHolds(put)) !== null;
    },
  };
}

/**
 * The parts of an update that set attributes.
 *
 * @param operand what one is set to, from its name: `:name` is the value
 */
function settingOf(attributes: [string, unknown][], operand: (name: string) => string) {
  return {
    UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = ${operand(name)}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
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
