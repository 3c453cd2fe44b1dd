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
  /** Uncounts one that was taken and then not fetched. */
  giveBack(owner: string, what: Fetched): Promise<void>;
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

  return {
    async take(owner, what, limit) {
      if (limit < 1) return false;
      return (await add(owner, what, 1, 'attribute_not_exists(#what) OR #what < :limit', limit)) !== null;
    },
    async giveBack(owner, what) {
      // On the next day there is nothing to give back.
      await add(owner, what, -1, 'attribute_exists(#what)');
    },
    async used(owner) {
      const { Item: item = {} } = await items.getItem({ TableName: table, Key: keyOf(owner), ConsistentRead: true });
      return { domains: Number(item.domains?.N ?? 0), pages: Number(item.pages?.N ?? 0) };
    },
  };
}

/** The id of an owner's item on the day of a time. */
export const allowanceId = (owner: string, time: number) => `allowance#${owner}#${dayOf(time)}`;
