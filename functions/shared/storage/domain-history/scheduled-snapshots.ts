import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SnapshotFigures } from '../../record/figures.ts';
import { dayOf } from '../../time/day.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { dayKey, SCHEDULED } from './item.ts';

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
  add(domain: string, takenAt: string, figures: SnapshotFigures): Promise<boolean>;
}

export function createScheduledSnapshots(client: DynamoDBDocumentClient, table: string): ScheduledSnapshots {
  const keyOf = (domain: string, day: string) => ({ domain, captured_at: dayKey(day, SCHEDULED) });
  return {
    async has(domain, day) {
      const get = new GetCommand({ TableName: table, Key: keyOf(domain, day), ProjectionExpression: 'captured_at' });
      return (await client.send(get)).Item !== undefined;
    },

    async add(domain, takenAt, figures) {
      const put = new PutCommand({
        TableName: table,
        Item: { ...keyOf(domain, dayOf(Date.parse(takenAt))), taken_at: takenAt, origin: SCHEDULED, ...figures },
        ConditionExpression: 'attribute_not_exists(captured_at)',
      });
      return (await ifConditionHolds(client.send(put))) !== null;
    },
  };
}
