import { createHash } from 'node:crypto';
import { DAY_MS } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';

/** How long a key is honoured. */
const HONOURED_MS = DAY_MS;

/** The first request that was made with a key. */
export interface FirstRequest {
  /** Hash of its body. */
  body: string;
  /** Id of what it makes. */
  id: string;
}

/** The keys by which callers say that a request is the same as an earlier one (`Idempotency-Key`). */
export interface IdempotencyKeys {
  /**
   * Notes a request, unless one was made with this key in the last day.
   *
   * @returns the first request with this key: this one, or the earlier one
   */
  note(owner: string, key: string, request: FirstRequest): Promise<FirstRequest>;
}

/** Kept in the `Coordination` table; the key stands there as a hash. */
export function createIdempotencyKeys(db: DynamoDB, table: string, now: () => number): IdempotencyKeys {
  return {
    async note(owner, key, { body, id }) {
      const until = now() + HONOURED_MS;
      const Key = { id: `idempotency#${owner}#${createHash('sha256').update(key).digest('base64url')}` };
      const put = db.put({
        TableName: table,
        Item: { ...Key, body, made: id, honoured_until: until, expires_at: Math.ceil(until / 1000) },
        ConditionExpression: 'attribute_not_exists(id) OR honoured_until <= :now',
        ExpressionAttributeValues: { ':now': now() },
      });
      if (await ifConditionHolds(put)) return { body, id };
      const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
      return { body: Item!.body as string, id: Item!.made as string };
    },
  };
}
