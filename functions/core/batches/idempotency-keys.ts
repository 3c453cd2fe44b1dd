import { createHash } from 'node:crypto';
import { DAY_MS } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absent, atMost } from '../platform/dynamodb/expressions.ts';
import { getItem, putItem } from '../platform/dynamodb/table.ts';

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
  const read = (owner: string, key: string) =>
    getItem<{ body: string; result_id: string; valid_until: number }>({ db, table }, keyOf(owner, key), {
      consistent: true,
    });
  return {
    /** Whether there was a request with this key in the last day. */
    async isUsed(owner: string, key: string): Promise<boolean> {
      return ((await read(owner, key))?.valid_until ?? 0) > now();
    },

    /**
     * Stores a request, unless there was one with this key in the last day.
     *
     * @returns the first request with this key: this one, or the earlier one
     */
    async recordFirst(owner: string, key: string, { body, id }: FirstRequest): Promise<FirstRequest> {
      const until = now() + KEY_TTL_MS;
      const expires_at = Math.ceil(until / 1000);
      const item = { ...keyOf(owner, key), body, result_id: id, valid_until: until, expires_at };
      const when = [{ id: absent }, { valid_until: atMost(now()) }];
      if (await putItem({ db, table }, item, { when })) return { body, id };
      const first = (await read(owner, key))!;
      return { body: first.body, id: first.result_id };
    },
  };
}
