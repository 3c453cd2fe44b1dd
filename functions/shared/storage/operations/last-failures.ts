import { DAY_MS } from '../../time/day.ts';
import type { ItemClient } from '../dynamodb/item-client.ts';

/** Longer than dead letters stay in their queue. */
const KEPT_DAYS = 15;

/** Why messages failed for the last time: told by who worked on them, for who keeps the dead letters. */
export interface LastFailureNotes {
  note: (messageId: string, code: string) => Promise<void>;
  /** @returns the code; `null` where none was noted */
  read(messageId: string): Promise<string | null>;
}

/** Kept in the `Operations` table, by the id of the message. */
export function createLastFailures(items: ItemClient, table: string, now: () => number): LastFailureNotes {
  const keyOf = (messageId: string) => ({ kind: { S: 'last-failure' }, id: { S: messageId } });
  return {
    async note(messageId, code) {
      const expires_at = { N: String(Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000)) };
      await items.putItem({ TableName: table, Item: { ...keyOf(messageId), why: { S: code }, expires_at } });
    },

    async read(messageId) {
      const { Item } = await items.getItem({ TableName: table, Key: keyOf(messageId), ConsistentRead: true });
      return Item?.why?.S ?? null;
    },
  };
}
