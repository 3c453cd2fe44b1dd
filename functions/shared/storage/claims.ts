import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from './dynamodb/conditional.ts';

/** Makes one of many instances do something, once in a while. */
export interface Claims {
  /** @returns true for the one caller who is to do it, until the claim has run out */
  claim(name: string, durationMs: number): Promise<boolean>;
}

export function createClaims(client: DynamoDBDocumentClient, table: string, now: () => number): Claims {
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
