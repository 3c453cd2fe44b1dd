import { DAY_MS } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';

/** Longer than dead letters stay in their queue. */
const KEPT_DAYS = 15;

/** Why messages failed for the last time: told by who worked on them, for who keeps the dead letters. */
export interface LastFailureNotes {
  note: (messageId: string, code: string) => Promise<void>;
  /** @returns the code; `null` where none was noted */
  read(messageId: string): Promise<string | null>;
}

/** Kept in the `Operations` table, by the id of the message. */
export function createLastFailures(db: DynamoDB, table: string, now: () => number): LastFailureNotes {
  const keyOf = (messageId: string) => ({ kind: 'last-failure', id: messageId });
  return {
    async note(messageId, code) {
      const expires_at = Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);
      await db.put({ TableName: table, Item: { ...keyOf(messageId), why: code, expires_at } });
    },

    async read(messageId) {
      const { Item } = await db.get({ TableName: table, Key: keyOf(messageId), ConsistentRead: true });
      return (Item?.why as string | undefined) ?? null;
    },
  };
}
