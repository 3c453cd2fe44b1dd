import { type DynamoDB, ifConditionHolds } from '../dynamodb/dynamodb.ts';

/** Markers by which one of many instances does something, once in a while. */
export interface OnceMarkers {
  /** @returns true for the one caller who is to do it; nobody else is until the time is over */
  claim(name: string, durationMs: number): Promise<boolean>;
}

/** Kept in the `Coordination` table. */
export function createOnceMarkers(db: DynamoDB, table: string, now: () => number): OnceMarkers {
  return {
    async claim(name, durationMs) {
      const until = now() + durationMs;
      const put = db.put({
        TableName: table,
        Item: { id: `claim#${name}`, held_until: until, expires_at: Math.ceil(until / 1000) },
        ConditionExpression: 'attribute_not_exists(id) OR held_until <= :now',
        ExpressionAttributeValues: { ':now': now() },
      });
      return (await ifConditionHolds(put)) !== null;
    },
  };
}
