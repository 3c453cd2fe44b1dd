import { GetCommand, paginateQuery, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { FigureName, Figures, SnapshotFigures } from '../../record/figures.ts';
import type { PastFigures } from '../../record/source-answer.ts';
import { batchWrite } from '../dynamodb/batch-write.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { eachAtOnce } from '../dynamodb/each-at-once.ts';
import { backfillOrigin, dayKey, dayOfKey, type HistoryItem, SCHEDULED, timeOf } from './item.ts';

/** The figures of one fetch of a domain. `null`: not known at that time. */
export interface Snapshot extends SnapshotFigures {
  domain: string;
  /** ISO 8601 time. */
  captured_at: string;
  origin: 'query' | 'refresh';
}

/** A snapshot as it is read: figures that were not known then may be missing, as well as null. */
export interface StoredSnapshot extends Partial<SnapshotFigures> {
  /** ISO 8601 time; midnight UTC where only the day is known. */
  captured_at: string;
  /** `YYYY-MM-DD` (UTC) */
  date: string;
  origin: string;
}

export interface HistoryWindow {
  /** ISO 8601 time. The whole day on which the window begins belongs to it. */
  from: string;
  /** ISO 8601 time, inclusive. */
  to: string;
  /** Most snapshots to read. */
  limit: number;
}

export interface HistoryPage {
  /** Newest first. */
  snapshots: StoredSnapshot[];
  /** The window holds more than these. */
  truncated: boolean;
}

export interface DomainHistory {
  add(snapshot: Snapshot): Promise<void>;
  /**
   * Fills in figures that came later than the rest of their snapshots, where these do not know them: snapshots of the
   * day on which the figures were measured, taken by the entry's last fetch or out of the entry since.
   *
   * @param when `day`: `YYYY-MM-DD`; `updatedAt`: ISO 8601 time of the entry's last fetch
   */
  amend(domain: string, when: { day: string; updatedAt: string }, figures: Figures): Promise<void>;
  /** Adds days of the past that a source tells of for the first time. Writing the same again changes nothing. */
  backfill(domain: string, source: string, past: PastFigures[]): Promise<void>;
  /** Adds figures to days that a source has told of before; other figures of those days stay. */
  amendBackfill(domain: string, source: string, past: PastFigures[]): Promise<void>;
  /** Reads the newest snapshots of a window; it costs what they take up, however long the history is. */
  read(domain: string, window: HistoryWindow): Promise<HistoryPage>;
  /** Deletes all snapshots of a domain. */
  forget(domain: string): Promise<void>;
}

export function createDomainHistory(client: DynamoDBDocumentClient, table: string): DomainHistory {
  /** Items between two keys, newest first, no more than `most`. Only DynamoDB's pages of 1 MB make it ask again. */
  async function query(domain: string, lowest: string, highest: string, most: number): Promise<HistoryItem[]> {
    const items: HistoryItem[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: '#domain = :domain AND #captured_at BETWEEN :lowest AND :highest',
          ExpressionAttributeNames: { '#domain': 'domain', '#captured_at': 'captured_at' },
          ExpressionAttributeValues: { ':domain': domain, ':lowest': lowest, ':highest': highest },
          ScanIndexForward: false,
          Limit: most - items.length,
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      items.push(...((page.Items ?? []) as HistoryItem[]));
      start = page.LastEvaluatedKey;
    } while (start && items.length < most);
    return items;
  }

  /** Fills in what a snapshot does not know, unless it was taken before a time. */
  async function fillIn(Key: { domain: string; captured_at: string }, since: string, known: [string, unknown][]) {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    const item = Item as HistoryItem | undefined;
    if (!item || (item.taken_at ?? item.captured_at) < since) return;
    const missing = known.filter(([name]) => (item[name as FigureName] ?? null) === null);
    if (missing.length === 0) return;
    const update = new UpdateCommand({
      TableName: table,
      Key,
      ConditionExpression: 'attribute_exists(origin)',
      ...settingOf(missing),
    });
    await ifConditionHolds(client.send(update));
  }

  async function setFigures(domain: string, source: string, { date, figures }: PastFigures): Promise<void> {
    const values = { ...figures, origin: backfillOrigin(source) };
    const update = new UpdateCommand({
      TableName: table,
      Key: { domain, captured_at: dayKey(date, source) },
      ...settingOf(Object.entries(values)),
    });
    await client.send(update);
  }

  return {
    async add(snapshot) {
      await client.send(new PutCommand({ TableName: table, Item: snapshot }));
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
      const puts = [...byDate.values()].map(({ date, figures }) => ({
        PutRequest: { Item: { domain, captured_at: dayKey(date, source), origin, ...figures } },
      }));
      await batchWrite(client, table, puts);
    },

    async amendBackfill(domain, source, past) {
      await eachAtOnce(past, (point) => setFigures(domain, source, point));
    },

    async read(domain, { from, to, limit }) {
      // `#` sorts before `T`: of each day, whichever form its keys have, all lie between the bare day and its times.
      const lowest = dayOfKey(from);
      const items = await query(domain, lowest, to, limit + 1);
      const truncated = items.length > limit;
      const hidden = truncated ? scheduledBehindCut(items[limit - 1]!.captured_at, items[limit]!.captured_at) : null;
      if (hidden) items.push(...(await query(domain, hidden, hidden, 1)));
      return { snapshots: items.map(snapshotOf).toSorted(newestFirst).slice(0, limit), truncated };
    },

    async forget(domain) {
      const pages = paginateQuery(
        { client },
        {
          TableName: table,
          KeyConditionExpression: '#domain = :domain',
          ExpressionAttributeNames: { '#domain': 'domain' },
          ExpressionAttributeValues: { ':domain': domain },
          ProjectionExpression: '#domain, captured_at',
        },
      );
      for await (const { Items = [] } of pages) {
        const deletes = Items.map((Key) => ({ DeleteRequest: { Key } }));
        await batchWrite(client, table, deletes);
      }
    },
  };
}

/** The parts of an update that set attributes. */
function settingOf(attributes: [string, unknown][]) {
  return {
    UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
  };
}

function snapshotOf(item: HistoryItem): StoredSnapshot {
  return { ...item, captured_at: timeOf(item), date: dayOfKey(item.captured_at) };
}

/** A stable sort: of one time, the order of the keys stays. */
function newestFirst(one: StoredSnapshot, other: StoredSnapshot): number {
  return Date.parse(other.captured_at) - Date.parse(one.captured_at);
}

/**
 * A scheduled snapshot is sorted by its time, but its key lies below all times of its day. Where the limit cuts a day
 * in two, the key that has to be looked at beside those that were read.
 */
function scheduledBehindCut(lastKey: string, firstLeftOut: string): string | null {
  const scheduled = dayKey(dayOfKey(firstLeftOut), SCHEDULED);
  return dayOfKey(lastKey) === dayOfKey(firstLeftOut) && scheduled < firstLeftOut ? scheduled : null;
}
