import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from './dynamodb/conditional.ts';

/** Markers by which one of many instances does something, once in a while. */
export interface OnceMarkers {
  /** @returns true for the one caller who is to do it; nobody else is until the time is over */
  claim(name: string, durationMs: number): Promise<boolean>;
}

/** Kept in the `Coordination` table. */
export function createOnceMarkers(client: DynamoDBDocumentClient, table: string, now: () => number): OnceMarkers {
  return {
    async claim(name, durationMs) {
      const until = now() + durationMs;
      const put = new PutCommand({
        TableName: table,
        Item: { id: `claim#${name}`, held_until: until, expires_at: Math.ceil(until / 1000) },
        ConditionExpression: 'attribute_not_exists(id) OR held_until <= :now',
        ExpressionAttributeValues: { ':now': now() },
      });
      return (await ifConditionHolds(client.send(put))) !== null;
    },
  };
}
