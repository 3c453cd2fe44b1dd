import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { GatewayPlan } from './control-plane.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { eachAtOnce } from '../platform/dynamodb/many-items.ts';
import { getItem, updateItem } from '../platform/dynamodb/table.ts';

/** Number of items of a plan: a month of many thousand keys does not fit into one item. */
const PARTS = 16;
const KEPT_DAYS = 2;

/** Requests of a key since the first day of the month (UTC), as API Gateway has counted them. */
export interface KeyCount {
  /** Requests per day, from the first day of the month. */
  days: number[];
  /** What remains of the plan's quota at the end of the last day. */
  remaining: number;
}

/** The count of a whole plan. */
export interface PlanCount {
  /** Limits of the plan when its requests were read. */
  limits: Pick<GatewayPlan, 'requestsPerSecond' | 'burst' | 'monthlyQuota'>;
  /** When it was read, in milliseconds since the epoch. */
  readAt: number;
  /** By the id of the key; a key that made no request this month may be missing. */
  keys: Record<string, KeyCount>;
}

export type PlanUsage = ReturnType<typeof createPlanUsage>;

/**
 * Creates the store of requests by key, which are read once for a whole plan, in the `Coordination` table: several
 * items for each plan, by a hash of the key's id.
 */
export function createPlanUsage(db: DynamoDB, table: string, now: () => number) {
  const store = { db, table };
  const keyOf = (plan: string, part: number) => ({ id: `usage#${plan}#${part}` });

  return {
    /** @returns the part of this month's count that includes the key, if any; `null` if none is stored */
    async read(plan: string, keyId: string): Promise<PlanCount | null> {
      const item = await getItem<{ content: Uint8Array }>(store, keyOf(plan, partOf(keyId)));
      if (!item) return null;
      const count = JSON.parse(brotliDecompressSync(item.content).toString()) as PlanCount;
      return monthOf(count.readAt) === monthOf(now()) ? count : null;
    },

    /** Stores a count, for all instances. */
    async store(plan: string, { keys, ...count }: PlanCount): Promise<void> {
      const parts = Object.groupBy(Object.entries(keys), ([keyId]) => partOf(keyId));
      const expiry = Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);
      await eachAtOnce(
        Array.from({ length: PARTS }, (_, part) => part),
        async (part) => {
          const text = JSON.stringify({ ...count, keys: Object.fromEntries(parts[part] ?? []) } satisfies PlanCount);
          const set = { content: brotliCompressSync(text), expires_at: expiry };
          await updateItem(store, keyOf(plan, part), { set });
        },
      );
    },
  };
}

const monthOf = (time: number) => dayOf(time).slice(0, 7);

const partOf = (keyId: string) => createHash('sha256').update(keyId).digest()[0]! % PARTS;
