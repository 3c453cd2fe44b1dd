import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { FigureName, Figures, SnapshotFigures } from '../../record/figures.ts';
import type { PastFigures } from '../../record/source-answer.ts';
import { batchWrite } from '../dynamodb/batch-write.ts';
import { deletePartition } from '../dynamodb/delete-partition.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { sdkDocumentReader } from '../dynamodb/document-client.ts';
import { eachAtOnce } from '../dynamodb/each-at-once.ts';
import { createHistoryReader, type HistoryReader } from './history-reader.ts';
import { backfillOrigin, dayKey, dayOfKey, type HistoryItem, SCHEDULED } from './item.ts';

/** The figures of one fetch of a domain. `null`: not known at that time. */
export interface Snapshot extends SnapshotFigures {
  domain: string;
  /** ISO 8601 time. */
  captured_at: string;
  origin: 'query' | 'refresh';
}

/** Figures of a day. `null`: there is none. */
export interface MeasuredFigures {
  /** `YYYY-MM-DD` */
  date: string;
  figures: Partial<Figures>;
}

export interface DomainHistory extends HistoryReader {
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
  /** Adds figures to days that a source has told of before; what those days have stays as it is. */
  amendBackfill(domain: string, source: string, past: PastFigures[]): Promise<void>;
  /**
   * Sets figures that were measured on a day in its newest snapshot, in place of those that it has. A day without a
   * snapshot is given one of the source.
   */
  note(domain: string, source: string, measured: MeasuredFigures): Promise<void>;
  /** Deletes all snapshots of a domain. */
  forget(domain: string): Promise<void>;
}

export function createDomainHistory(client: DynamoDBDocumentClient, table: string): DomainHistory {
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
      ...settingOf(missing, (name) => `:${name}`),
    });
    await ifConditionHolds(client.send(update));
  }

  async function setFigures(domain: string, source: string, { date, figures }: MeasuredFigures): Promise<void> {
    const values = { ...figures, origin: backfillOrigin(source) };
    const keep = (name: string) => `if_not_exists(#${name}, :${name})`;
    const update = new UpdateCommand({
      TableName: table,
      Key: { domain, captured_at: dayKey(date, source) },
      ...settingOf(Object.entries(values), keep),
    });
    await client.send(update);
  }

  const reader = createHistoryReader(sdkDocumentReader(client), table);

  /** @returns false where there is no such snapshot */
  async function replaceFigures(domain: string, captured_at: string, figures: MeasuredFigures['figures']) {
    const update = new UpdateCommand({
      TableName: table,
      Key: { domain, captured_at },
      ConditionExpression: 'attribute_exists(origin)',
      ...settingOf(Object.entries(figures), (name) => `:${name}`),
    });
    return (await ifConditionHolds(client.send(update))) !== null;
  }

  return {
    ...reader,

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

    async note(domain, source, measured) {
      const { date, figures } = measured;
      const day = { from: `${date}T00:00:00.000Z`, to: `${date}T23:59:59.999Z` };
      const [newest] = (await reader.read(domain, { ...day, limit: 1 })).snapshots;
      if (newest && (await replaceFigures(domain, newest.key, figures))) return;
      await setFigures(domain, source, measured);
    },

    forget: (domain) =>
      deletePartition(client, { table, partitionKey: 'domain', sortKey: 'captured_at', value: domain }),
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
