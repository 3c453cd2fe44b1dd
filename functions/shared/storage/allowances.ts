import { ifConditionHolds } from './dynamodb/conditional.ts';
import type { ItemClient } from './dynamodb/item-client.ts';
import { DAY_MS, dayOf } from '../time/day.ts';

/** Long enough for an operator to look back over some days. */
const KEPT_DAYS = 8;

/** What is fetched anew for an owner of keys. */
export type Fetched = 'domains' | 'pages';

/** What owners of keys had fetched anew on a day (UTC), over all instances. */
export interface Allowances {
  /**
   * Counts one more, unless that would be more than the limit. Of many callers at once, exactly as many succeed as are
   * left.
   *
   * @returns false where nothing is left of the day
   */
  take(owner: string, what: Fetched, limit: number): Promise<boolean>;
  /**
   * Counts so many more as are left.
   *
   * @returns how many that are
   */
  takeUpTo(owner: string, what: Fetched, count: number, limit: number): Promise<number>;
  /** Uncounts what was taken and then not fetched; one, unless said. */
  giveBack(owner: string, what: Fetched, count?: number): Promise<void>;
  /** What was taken today, as it stands now. */
  used(owner: string): Promise<Record<Fetched, number>>;
}

/** Counts in the `Coordination` table; an item an owner and day. */
export function createAllowances(items: ItemClient, table: string, now: () => number): Allowances {
  const keyOf = (owner: string) => ({ id: { S: allowanceId(owner, now()) } });
  const add = (owner: string, what: Fetched, count: number, condition: string, limit?: number) =>
    ifConditionHolds(
      items.updateItem({
        TableName: table,
        Key: keyOf(owner),
        UpdateExpression: 'ADD #what :count SET expires_at = :expiry',
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#what': what },
        ExpressionAttributeValues: {
          ':count': { N: String(count) },
          ':expiry': { N: String(Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000)) },
          ...(limit !== undefined && { ':limit': { N: String(limit) } }),
        },
      }),
    );

  /** @returns whether the count was added: not more than the limit is taken then */
  async function takeAll(owner: string, what: Fetched, count: number, limit: number): Promise<boolean> {
    if (limit < count) return false;
    return (await add(owner, what, count, 'attribute_not_exists(#what) OR #what <= :limit', limit - count)) !== null;
  }

  async function used(owner: string): Promise<Record<Fetched, number>> {
    const { Item: item = {} } = await items.getItem({ TableName: table, Key: keyOf(owner), ConsistentRead: true });
    return { domains: Number(item.domains?.N ?? 0), pages: Number(item.pages?.N ?? 0) };
  }

  return {
    take: (owner, what, limit) => takeAll(owner, what, 1, limit),
    async takeUpTo(owner, what, count, limit) {
      for (;;) {
        const left = Math.max(0, limit - (await used(owner))[what]);
        const taken = Math.min(count, left);
        // Another caller may have taken some since.
        if (taken === 0 || (await takeAll(owner, what, taken, limit))) return taken;
      }
    },
    async giveBack(owner, what, count = 1) {
      // On the next day there is nothing to give back.
      await add(owner, what, -count, 'attribute_exists(#what)');
    },
    used,
  };
}

/** The id of an owner's item on the day of a time. */
export const allowanceId = (owner: string, time: number) => `allowance#${owner}#${dayOf(time)}`;
