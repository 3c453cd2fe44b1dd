import { message, type Message } from '../platform/http/message.ts';
import { type Allowance, type PlanAllowances, planNames } from '../platform/settings/catalogue.ts';
import type { KeyHolder } from './key-tags.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
import { getItems } from '../platform/dynamodb/many-items.ts';

/** What is fetched anew for an owner of keys. */
export type Fetched = 'domains' | 'pages';

/**
 * What may be fetched anew a day for the owner of a key.
 *
 * @param holder who holds the key; what is set apart for its owner counts before the plan's. Of an unknown plan, the
 *   least that any plan allows
 */
export function allowanceOf(holder: KeyHolder, plans: PlanAllowances): Allowance {
  const ofPlan = planNames.find((name) => name === holder.plan);
  const least = (what: keyof Allowance) => Math.min(...planNames.map((name) => plans[name][what]));
  const { domains, pages } = ofPlan ? plans[ofPlan] : { domains: least('domains'), pages: least('pages') };
  return { domains: holder.domainsPerDay ?? domains, pages: holder.pagesPerDay ?? pages };
}

/** The message of a refusal because nothing is left of the day. */
export function usedUp(what: Fetched, limit: number): Message {
  return message`${{ limit }} ${{ what }} were fetched anew today (UTC): that is all that the key's owner may have.`;
}

/** Long enough for an operator to look back over some days. */
const KEPT_DAYS = 8;

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
  /** What was taken today, as it is now. */
  used(owner: string): Promise<Counts>;
  /**
   * What was taken today by many owners at once.
   *
   * @param owners in any order, also several times
   * @returns the counts of an owner
   */
  usedByAll(owners: string[]): Promise<(owner: string) => Counts>;
}

type Counts = Record<Fetched, number>;

/** What is added to a count, under which condition. */
interface Counting {
  count: number;
  condition: string;
  /** More that the update does. */
  change?: string;
  names?: Record<string, string>;
  values?: Record<string, number>;
}

const NOT_BEYOND = 'attribute_not_exists(#what) OR #what <= :limit';

/** Counts in the `Coordination` table; an item an owner and day. What is reserved is an attribute until it is settled. */
export function createAllowances(db: DynamoDB, table: string, now: () => number): Allowances {
  const keyOf = (owner: string) => ({ id: `allowance#${owner}#${dayOf(now())}` });
  /** @returns whether it was counted: the condition held */
  async function add(owner: string, what: Fetched, { count, condition, change = '', ...given }: Counting) {
    const update = db.update({
      TableName: table,
      Key: keyOf(owner),
      UpdateExpression: `ADD #what :count SET expires_at = :expiry${change}`,
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#what': what, ...given.names },
      ExpressionAttributeValues: {
        ':count': count,
        ':expiry': Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000),
        ...given.values,
      },
    });
    return (await ifConditionHolds(update)) !== null;
  }

  /** The counts of an owner, and what is reserved, by the ids of the works. */
  async function read(owner: string): Promise<(name: string) => number> {
    const { Item: item = {} } = await db.get({ TableName: table, Key: keyOf(owner), ConsistentRead: true });
    return (name) => (item[name] as number | undefined) ?? 0;
  }

  return {
    async take(owner, what, limit) {
      if (limit < 1) return false;
      return add(owner, what, { count: 1, condition: NOT_BEYOND, values: { ':limit': limit - 1 } });
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
          values: { ':limit': limit - taken },
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
        values: { ':reserved': reserved },
      });
    },
    async used(owner) {
      const countOf = await read(owner);
      return { domains: countOf('domains'), pages: countOf('pages') };
    },
    async usedByAll(owners) {
      const keys = new Map(owners.map((owner) => [owner, keyOf(owner)]));
      const items = (await getItems(db, table, [...keys.values()])) as ({ id: string } & Partial<Counts>)[];
      const counts = new Map(items.map(({ id, domains = 0, pages = 0 }) => [id, { domains, pages }]));
      return (owner) => counts.get(keys.get(owner)?.id ?? '') ?? { domains: 0, pages: 0 };
    },
  };
}
