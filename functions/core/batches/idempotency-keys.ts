import { createHash } from 'node:crypto';
import { DAY_MS } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';

/** How long a key is valid. */
const KEY_TTL_MS = DAY_MS;

/** The first request with a key. */
export interface FirstRequest {
  /** Hash of its body. */
  body: string;
  /** Id of the batch that it creates. */
  id: string;
}

/** Store of idempotency keys (`Idempotency-Key`), which mark a request as a repetition of an earlier one. */
export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

/** Creates the store in the `Coordination` table, which contains a hash of the key. */
export function createIdempotencyKeys(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (owner: string, key: string) => ({
    id: `idempotency#${owner}#${createHash('sha256').update(key).digest('base64url')}`,
  });
  return {
    /** Whether there was a request with this key in the last day. */
    async isUsed(owner: string, key: string): Promise<boolean> {
      const { Item } = await db.get({ TableName: table, Key: keyOf(owner, key), ConsistentRead: true });
      return Item !== undefined && (Item.valid_until as number) > now();
    },

    /**
     * Stores a request, unless there was one with this key in the last day.
     *
     * @returns the first request with this key: this one, or the earlier one
     */
    async recordFirst(owner: string, key: string, { body, id }: FirstRequest): Promise<FirstRequest> {
      const until = now() + KEY_TTL_MS;
      const Key = keyOf(owner, key);
      const put = db.put({
        TableName: table,
        Item: { ...Key, body, result_id: id, valid_until: until, expires_at: Math.ceil(until / 1000) },
        ConditionExpression: 'attribute_not_exists(id) OR valid_until <= :now',
        ExpressionAttributeValues: { ':now': now() },
      });
      if (await ifConditionHolds(put)) return { body, id };
      const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
      return { body: Item!.body as string, id: Item!.result_id as string };
    },
  };
}
