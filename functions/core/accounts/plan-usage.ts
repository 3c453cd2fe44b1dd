import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { eachAtOnce } from '../platform/dynamodb/many-items.ts';

/** A month of a plan with many thousand keys does not fit into one item. */
const PARTS = 16;
const KEPT_DAYS = 2;

/** What API Gateway has counted for a key since the first day of the month (UTC). */
export interface KeyCount {
  /** Requests a day, from the first day of the month. */
  days: number[];
  /** Of the plan's quota, at the end of the last day. */
  remaining: number;
}

/** A plan of API Gateway, as it was when its requests were read. */
export interface PlanLimits {
  requestsPerSecond: number;
  burst: number;
  monthlyQuota: number;
}

/** The count of a whole plan. */
export interface PlanCount {
  limits: PlanLimits;
  /** When it was read, in milliseconds since the epoch. */
  readAt: number;
  /** By the key's id; a key that made no request this month may be missing. */
  keys: Record<string, KeyCount>;
}

export interface PlanUsage {
  /** @returns the part of this month's count in which the key's is, if any; `null` where none was stored */
  read(plan: string, keyId: string): Promise<PlanCount | null>;
  /** Stores a count, for all instances. */
  store(plan: string, count: PlanCount): Promise<void>;
}

/**
 * Requests by key, read from API Gateway once for a whole plan: in the `Coordination` table, in several items a plan by
 * a hash of the key's id.
 */
export function createPlanUsage(db: DynamoDB, table: string, now: () => number): PlanUsage {
  const keyOf = (plan: string, part: number) => ({ id: `usage#${plan}#${part}` });

  return {
    async read(plan, keyId) {
      const { Item: item } = await db.get({ TableName: table, Key: keyOf(plan, partOf(keyId)) });
      if (!item) return null;
      const count = JSON.parse(brotliDecompressSync(item.content as Uint8Array).toString()) as PlanCount;
      return monthOf(count.readAt) === monthOf(now()) ? count : null;
    },

    async store(plan, { keys, ...count }) {
      const parts = Object.groupBy(Object.entries(keys), ([keyId]) => partOf(keyId));
      const expiry = Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);
      await eachAtOnce(
        Array.from({ length: PARTS }, (_, part) => part),
        async (part) => {
          const text = JSON.stringify({ ...count, keys: Object.fromEntries(parts[part] ?? []) } satisfies PlanCount);
          await db.update({
            TableName: table,
            Key: keyOf(plan, part),
            UpdateExpression: 'SET content = :content, expires_at = :expiry',
            ExpressionAttributeValues: { ':content': brotliCompressSync(text), ':expiry': expiry },
          });
        },
      );
    },
  };
}

const monthOf = (time: number) => dayOf(time).slice(0, 7);

const partOf = (keyId: string) => createHash('sha256').update(keyId).digest()[0]! % PARTS;
