import { randomUUID } from 'node:crypto';
import { message, type Message } from '../platform/http/message.ts';
import { type Allowance, type PlanAllowances, planNames } from './plans.ts';
import type { LimitState } from '../platform/http/limit-fields.ts';
import type { KeyHolder } from './key-tags.ts';
import { DAY_MS, dayOf, secondsToNextDay } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
import { getItems } from '../platform/dynamodb/many-items.ts';

/** What is fetched for an owner of keys. */
export type Fetched = 'domains' | 'pages';

/**
 * Returns how much may be fetched a day for the owner of a key, and its number of watches; cached answers are not counted.
 *
 * @param holder holder of the key; allowances of its owner take precedence over those of the plan. For an unknown plan,
 *   the smallest allowances of all plans
 */
export function allowanceOf(holder: KeyHolder, plans: PlanAllowances): Allowance {
  const ofPlan = planNames.find((name) => name === holder.plan);
  const least = (what: keyof Allowance) => Math.min(...planNames.map((name) => plans[name][what]));
  const { domains, pages, watches } = ofPlan
    ? plans[ofPlan]
    : { domains: least('domains'), pages: least('pages'), watches: least('watches') };
  return { domains: holder.domainsPerDay ?? domains, pages: holder.pagesPerDay ?? pages, watches };
}

/** Returns how much may be fetched a day for an owner with several keys: the most that one of them allows. */
export function allowanceOfOwner(keys: KeyHolder[], plans: PlanAllowances): Counts {
  const each = keys.map((key) => allowanceOf(key, plans));
  return {
    domains: Math.max(...each.map(({ domains }) => domains)),
    pages: Math.max(...each.map(({ pages }) => pages)),
  };
}

/** Returns what is left of an allowance of the day. */
export function leftOfDay(
  what: Fetched,
  { limit, used, now }: { limit: number; used: number; now: number },
): LimitState {
  const left = Math.max(0, limit - used);
  return { name: what, limit, seconds: DAY_MS / 1000, left, resetSeconds: secondsToNextDay(now) };
}

/** Message of the error if the allowance of the day is used up. */
export function usedUp(what: Fetched, limit: number): Message {
  return message`The key's owner has used the daily allowance of ${{ limit }} ${{ what }}; it resets at 00:00 UTC.`;
}

/** Message of the error if less is left of the day than is counted at once. */
export function insufficient(what: Fetched, { count, limit }: { count: number; limit: number }): Message {
  return message`What is left of the daily allowance of ${{ limit }} ${{ what }} does not suffice for ${{ count }} new ones; it resets at 00:00 UTC.`;
}

/** Long enough for an operator to look at the last days. */
const KEPT_DAYS = 8;

/** Counts of fetches per owner of keys and day (UTC), over all instances. */
export type Allowances = ReturnType<typeof createAllowances>;

type Counts = Record<Fetched, number>;

/** Counts of an owner: what was fetched today, and what was refused because the allowance was used up. */
export interface UsedAllowance extends Counts {
  refused: Counts;
}

const REFUSED = { domains: 'refused_domains', pages: 'refused_pages' } as const;

/** A change of a count, with its condition. */
interface Counting {
  count: number;
  /** `null`: none. */
  condition: string | null;
  /** Additional update expression. */
  change?: string;
  names?: Record<string, string>;
  values?: Record<string, number>;
}

const NOT_BEYOND = 'attribute_not_exists(#what) OR #what <= :limit';

/** Creates the counts in the `Coordination` table: one item for each owner and day; a reservation is an attribute. */
export function createAllowances(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (owner: string) => ({ id: `allowance#${owner}#${dayOf(now())}` });
  /**
   * The SDK repeats a call whose response was lost: the token of the last count shows that it was made.
   *
   * @returns the counts after the change; `null` if the condition did not hold
   */
  async function add(
    owner: string,
    what: Fetched | (typeof REFUSED)[Fetched],
    { count, condition, change = '', ...given }: Counting,
  ): Promise<CountOf | null> {
    const Key = keyOf(owner);
    const token = randomUUID();
    const isFirst = '(attribute_not_exists(last_count) OR last_count <> :token)';
    const update = db.update({
      TableName: table,
      Key,
      UpdateExpression: `ADD #what :count SET last_count = :token, expires_at = :expiry${change}`,
      ConditionExpression: condition === null ? isFirst : `${isFirst} AND (${condition})`,
      ExpressionAttributeNames: { '#what': what, ...given.names },
      ExpressionAttributeValues: {
        ':count': count,
        ':token': token,
        ':expiry': Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000),
        ...given.values,
      },
      ReturnValues: 'ALL_NEW',
    });
    const changed = await ifConditionHolds(update);
    if (changed !== null) return countsIn(changed.Attributes);
    const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
    return Item?.last_count === token ? countsIn(Item) : null;
  }

  /** Reads the counts of an owner and its reservations, by the ids of the tasks. */
  async function read(owner: string): Promise<CountOf> {
    return countsIn((await db.get({ TableName: table, Key: keyOf(owner), ConsistentRead: true })).Item);
  }

  return {
    /**
     * Counts fetches, all or none, unless they exceed the limit. Of concurrent callers, exactly as many succeed as are left.
     *
     * @returns how many of the day are used then; `null` if less is left
     */
    async take(owner: string, what: Fetched, limit: number, count = 1): Promise<number | null> {
      if (limit < count) return null;
      return usedOf(
        what,
        await add(owner, what, { count, condition: NOT_BEYOND, values: { ':limit': limit - count } }),
      );
    },
    /**
     * Counts a request that was refused because too little was left of the day.
     *
     * @returns how many of the day are used
     */
    async refuse(owner: string, what: Fetched): Promise<number | null> {
      return usedOf(what, await add(owner, REFUSED[what], { count: 1, condition: null }));
    },
    /**
     * Subtracts those that were counted and then not fetched.
     *
     * @returns how many of the day are used then; `null` on the next day, when there is nothing to subtract
     */
    async giveBack(owner: string, what: Fetched, count = 1): Promise<number | null> {
      const condition = { condition: '#what >= :given', values: { ':given': count } };
      return usedOf(what, await add(owner, what, { count: -count, ...condition }));
    },
    /**
     * Counts up to a number of fetches for a task, as many as are left; once for each task until it is settled.
     *
     * @param work id of the task
     * @returns how many were counted for it, and how many of the day are used then
     */
    async reserve(
      owner: string,
      what: Fetched,
      work: string,
      { count, limit }: { count: number; limit: number },
    ): Promise<{ reserved: number; used: number }> {
      for (;;) {
        const countOf = await read(owner);
        const reserved = countOf(work) || Math.min(count, Math.max(0, limit - countOf(what)));
        if (reserved === 0 || reserved === countOf(work)) return { reserved, used: countOf(what) };
        const counted = await add(owner, what, {
          count: reserved,
          condition: `attribute_not_exists(#work) AND (${NOT_BEYOND})`,
          change: ', #work = :count',
          names: { '#work': work },
          values: { ':limit': limit - reserved },
        });
        // Another caller may have counted some meanwhile.
        if (counted) return { reserved, used: counted(what) };
      }
    },
    /**
     * Subtracts what was reserved for a task and then not fetched, once for each task.
     *
     * @returns how many of the day are used then; `null` if nothing was subtracted, such as on the next day
     */
    async settle(owner: string, what: Fetched, work: string, fetched: number): Promise<number | null> {
      const reserved = (await read(owner))(work);
      if (reserved === 0) return null;
      const settled = await add(owner, what, {
        count: Math.min(0, fetched - reserved),
        condition: '#work = :reserved',
        change: ' REMOVE #work',
        names: { '#work': work },
        values: { ':reserved': reserved },
      });
      return usedOf(what, settled);
    },
    /** Returns the counts of today, read consistently. */
    async used(owner: string): Promise<Counts> {
      const countOf = await read(owner);
      return { domains: countOf('domains'), pages: countOf('pages') };
    },
    /**
     * Returns the counts of today of many owners at once.
     *
     * @param owners in any order, duplicates included
     * @returns a function of an owner
     */
    async usedByAll(owners: string[]): Promise<(owner: string) => UsedAllowance> {
      const keys = new Map(owners.map((owner) => [owner, keyOf(owner)]));
      const items = (await getItems(db, table, [...keys.values()])) as AllowanceItem[];
      const counts = new Map(items.map((item) => [item.id, allOf(item)]));
      return (owner) => counts.get(keys.get(owner)?.id ?? '') ?? allOf({ id: '' });
    },
  };
}

/** Returns a count by its name, or a reservation by the id of its task. */
type CountOf = (name: string) => number;

const countsIn =
  (item: Record<string, unknown> = {}): CountOf =>
  (name) =>
    (item[name] as number | undefined) ?? 0;

const usedOf = (what: Fetched, countOf: CountOf | null) => (countOf ? countOf(what) : null);

type AllowanceItem = { id: string } & Partial<Record<Fetched | (typeof REFUSED)[Fetched], number>>;

function allOf({ domains = 0, pages = 0, refused_domains = 0, refused_pages = 0 }: AllowanceItem): UsedAllowance {
  return { domains, pages, refused: { domains: refused_domains, pages: refused_pages } };
}
