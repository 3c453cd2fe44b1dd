import type { SnapshotFigures } from '../../record/figures.ts';
import { dayOf } from '../../platform/time/day.ts';
import { dayKey, SCHEDULED } from './domain-history.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';

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
