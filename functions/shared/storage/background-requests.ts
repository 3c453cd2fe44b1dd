import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Past it, nobody waits any more for what was asked for. */
const KEPT_MS = 15 * 60_000;

export interface BackgroundRequest {
  task: 'refresh' | 'snapshot';
  /** Milliseconds since the epoch. */
  askedAt: number;
}

/** What the operator last asked to be done for a domain in the background. */
export interface BackgroundRequests {
  note(domain: string, request: BackgroundRequest): Promise<void>;
  /** @returns `null` where nothing was asked for in the last quarter of an hour, or it was ended */
  read(domain: string, now: number): Promise<BackgroundRequest | null>;
  /** Nothing more comes of it. */
  end(domain: string): Promise<void>;
}

/** Kept in the `Coordination` table. */
export function createBackgroundRequests(client: DynamoDBDocumentClient, table: string): BackgroundRequests {
  const keyOf = (domain: string) => ({ id: `asked#${domain}` });
  return {
    async note(domain, { task, askedAt }) {
      const Item = { ...keyOf(domain), task, asked_at: askedAt, expires_at: Math.ceil((askedAt + KEPT_MS) / 1000) };
      await client.send(new PutCommand({ TableName: table, Item }));
    },

    async read(domain, now) {
      const get = new GetCommand({ TableName: table, Key: keyOf(domain), ConsistentRead: true });
      const item = (await client.send(get)).Item as { task: BackgroundRequest['task']; asked_at: number } | undefined;
      return item && now - item.asked_at < KEPT_MS ? { task: item.task, askedAt: item.asked_at } : null;
    },

    async end(domain) {
      await client.send(new DeleteCommand({ TableName: table, Key: keyOf(domain) }));
    },
  };
}
