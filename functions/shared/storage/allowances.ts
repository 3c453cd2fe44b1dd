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
  /**
   * Counts so many more as are left, once for a piece of work, however often this is called until it is settled.
   *
   * @param work its id
   * @returns how many were counted for it
   */
  reserve(
    owner: string,
    what: Fetched,
    work: string,
    { count, limit }: { count: number; limit: number },
  ): Promise<number>;
  /** Uncounts what was reserved for a piece of work and then not fetched, once, however often this is called. */
  settle(owner: string, what: Fetched, work: string, fetched: number): Promise<void>;
  /** What was taken today, as it stands now. */
  used(owner: string): Promise<Record<Fetched, number>>;
}

/** What is added to a count, under which condition. */
interface Counting {
  count: number;
  condition: string;
  /** More that the update does. */
  change?: string;
  names?: Record<string, string>;
  values?: Record<string, { N: string }>;
}

const NOT_BEYOND = 'attribute_not_exists(#what) OR #what <= :limit';

/** Counts in the `Coordination` table; an item an owner and day. What is reserved is an attribute until it is settled. */
export function createAllowances(items: ItemClient, table: string, now: () => number): Allowances {
  const keyOf = (owner: string) => ({ id: { S: allowanceId(owner, now()) } });
  /** @returns whether it was counted: the condition held */
  async function add(owner: string, what: Fetched, { count, condition, change = '', ...given }: Counting) {
    const update = items.updateItem({
      TableName: table,
      Key: keyOf(owner),
      UpdateExpression: `ADD #what :count SET expires_at = :expiry${change}`,
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#what': what, ...given.names },
      ExpressionAttributeValues: {
        ':count': { N: String(count) },
        ':expiry': { N: String(Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000)) },
        ...given.values,
      },
    });
    return (await ifConditionHolds(update)) !== null;
  }

  /** The counts of an owner, and what is reserved, by the ids of the works. */
  async function read(owner: string): Promise<(name: string) => number> {
    const { Item: item = {} } = await items.getItem({ TableName: table, Key: keyOf(owner), ConsistentRead: true });
    return (name) => Number(item[name]?.N ?? 0);
  }

  return {
    async take(owner, what, limit) {
      if (limit < 1) return false;
      return add(owner, what, { count: 1, condition: NOT_BEYOND, values: { ':limit': { N: String(limit - 1) } } });
    },
    async giveBack(owner, what) {
      // On the next day there is nothing to give back.
      await add(owner, what, { count: -1, condition: 'attribute_exists(#what)' });
    },
    async reserve(owner, what, work, { count, limit }) {
      for (;;) {
        const countOf = await read(owner);
        const taken = countOf(work) || Math.min(count, Math.max(0, limit - countOf(what)));
        if (taken === 0 || taken === countOf(work)) return taken;
        const isCounted = await add(owner, what, {
          count: taken,
          condition: `attribute_not_exists(#work) AND (${NOT_BEYOND})`,
          change: ', #work = :count',
          names: { '#work': work },
          values: { ':limit': { N: String(limit - taken) } },
        });
        // Another caller may have taken some since.
        if (isCounted) return taken;
      }
    },
    async settle(owner, what, work, fetched) {
      const reserved = (await read(owner))(work);
      // On the next day there is nothing to give back.
      if (reserved === 0) return;
      await add(owner, what, {
        count: Math.min(0, fetched - reserved),
        condition: '#work = :reserved',
        change: ' REMOVE #work',
        names: { '#work': work },
        values: { ':reserved': { N: String(reserved) } },
      });
    },
    async used(owner) {
      const countOf = await read(owner);
      return { domains: countOf('domains'), pages: countOf('pages') };
    },
  };
}

/** The id of an owner's item on the day of a time. */
export const allowanceId = (owner: string, time: number) => `allowance#${owner}#${dayOf(time)}`;
