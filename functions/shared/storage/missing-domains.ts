import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isRemembered, type MissingItem, missingKey } from './missing-domain-reader.ts';

/** Names that did not exist when they were asked for. */
export interface MissingDomains {
  has(domain: string): Promise<boolean>;
  /** Remembers for a time that a name does not exist. */
  note(domain: string, durationMs: number): Promise<void>;
  forget(domain: string): Promise<void>;
}

/** Kept in the `Coordination` table. */
export function createMissingDomains(client: DynamoDBDocumentClient, table: string, now: () => number): MissingDomains {
  return {
    async has(domain) {
      const { Item } = await client.send(new GetCommand({ TableName: table, Key: missingKey(domain) }));
      return Item !== undefined && isRemembered(Item as MissingItem, now());
    },
    async note(domain, durationMs) {
      const until = now() + durationMs;
      const item = { ...missingKey(domain), until, expires_at: Math.ceil(until / 1000) };
      await client.send(new PutCommand({ TableName: table, Item: item }));
    },
    async forget(domain) {
      await client.send(new DeleteCommand({ TableName: table, Key: missingKey(domain) }));
    },
  };
}
