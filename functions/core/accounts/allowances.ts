import { randomUUID } from 'node:crypto';
import { message, type Message } from '../platform/http/message.ts';
import { type Allowance, type PlanAllowances, planNames } from './plans.ts';
import type { LimitState } from '../platform/http/limit-fields.ts';
import type { KeyHolder } from './key-tags.ts';
import { DAY_MS, dayOf, secondsToNextDay } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absent, absentOr, atLeast, atMost, type Conditions, not } from '../platform/dynamodb/expressions.ts';
import { bindStore } from '../platform/bind-store.ts';
import { getItem, type Store, updateAndReturn } from '../platform/dynamodb/table.ts';
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

type Counts = Record<Fetched, number>;

/** Counts of an owner: what was fetched today, and what was refused because the allowance was used up. */
export interface UsedAllowance extends Counts {
  refused: Counts;
}

const REFUSED = { domains: 'refused_domains', pages: 'refused_pages' } as const;

const keyOf = ({ now }: Store, owner: string, day = dayOf(now())) => ({ id: `allowance#${owner}#${day}` });

/**
 * The SDK repeats a call whose response was lost: the token of the last count shows that it was made.
 *
 * @param change additional change, and its condition; `day`: absent: today
 * @returns the counts after the change; `null` if the condition did not hold
 */
async function add(
  store: Store,
  owner: string,
  what: Fetched | (typeof REFUSED)[Fetched],
  count: number,
  { set, when, day, ...change }: { set?: object; remove?: string[]; when?: Conditions; day?: string } = {},
): Promise<CountOf | null> {
  const key = keyOf(store, owner, day);
  const token = randomUUID();
  const expires_at = Math.ceil((store.now() + KEPT_DAYS * DAY_MS) / 1000);
  const changed = await updateAndReturn<Record<string, unknown>>(store, key, {
    add: { [what]: count },
    set: { ...set, last_count: token, expires_at },
    ...change,
    when: { last_count: absentOr(not(token)), ...when },
  });
  if (changed) return countsIn(changed);
  const item = await getItem<Record<string, unknown>>(store, key, { consistent: true });
  return item?.last_count === token ? countsIn(item) : null;
}

/** Reads the counts of an owner and its reservations, by the ids of the tasks. @param day absent: today */
async function read(store: Store, owner: string, day?: string): Promise<CountOf> {
  return countsIn(await getItem(store, keyOf(store, owner, day), { consistent: true }));
}

/**
 * Counts fetches, all or none, unless they exceed the limit. Of concurrent callers, exactly as many succeed as are left.
 *
 * @param at time whose day they count for, in milliseconds since the epoch; absent: now
 * @returns how many of the day are used then; `null` if less is left
 */
async function take(
  store: Store,
  owner: string,
  what: Fetched,
  limit: number,
  count = 1,
  at = store.now(),
): Promise<number | null> {
  if (limit < count) return null;
  const when = { [what]: absentOr(atMost(limit - count)) };
  return usedOf(what, await add(store, owner, what, count, { when, day: dayOf(at) }));
}

/**
 * Counts a request that was refused because too little was left of the day.
 *
 * @returns how many of the day are used
 */
async function refuse(store: Store, owner: string, what: Fetched): Promise<number | null> {
  return usedOf(what, await add(store, owner, REFUSED[what], 1));
}

/**
 * Subtracts those that were counted and then not fetched, from the counts of the day on which they were counted.
 *
 * @param at the same time as when they were counted; absent: now
 * @returns how many of today are used then; `null` if nothing of today was subtracted
 */
async function giveBack(
  store: Store,
  owner: string,
  what: Fetched,
  count = 1,
  at = store.now(),
): Promise<number | null> {
  const day = dayOf(at);
  const counted = await add(store, owner, what, -count, { when: { [what]: atLeast(count) }, day });
  return day === dayOf(store.now()) ? usedOf(what, counted) : null;
}

/**
 * Counts up to a number of fetches for a task, as many as are left; once for each task until it is settled.
 *
 * @param work id of the task
 * @returns how many were counted for it, and how many of the day are used then
 */
async function reserve(
  store: Store,
  owner: string,
  what: Fetched,
  work: string,
  { count, limit }: { count: number; limit: number },
): Promise<{ reserved: number; used: number }> {
  for (;;) {
    const countOf = await read(store, owner);
    const reserved = countOf(work) || Math.min(count, Math.max(0, limit - countOf(what)));
    if (reserved === 0 || reserved === countOf(work)) return { reserved, used: countOf(what) };
    const when = { [work]: absent, [what]: absentOr(atMost(limit - reserved)) };
    const counted = await add(store, owner, what, reserved, { set: { [work]: reserved }, when });
    // Another caller may have counted some meanwhile.
    if (counted) return { reserved, used: counted(what) };
  }
}

/** A task starts within this time of its reservation. */
const START_MS = 5 * 60_000;

/**
 * Subtracts what was reserved for a task and then not fetched, once for each task: from the counts of the day on which it
 * was reserved, as long as these are kept.
 *
 * @param startedAt when the task started, in milliseconds since the epoch; absent: now
 * @returns how many of today are used then; `null` if nothing of today was subtracted
 */
async function settle(
  store: Store,
  owner: string,
  what: Fetched,
  work: string,
  fetched: number,
  startedAt = store.now(),
): Promise<number | null> {
  const today = dayOf(store.now());
  for (const day of new Set([startedAt - START_MS, startedAt, startedAt + START_MS].map(dayOf))) {
    const reserved = (await read(store, owner, day))(work);
    if (reserved === 0) continue;
    const change = { day, remove: [work], when: { [work]: reserved } };
    const counted = await add(store, owner, what, Math.min(0, fetched - reserved), change);
    return day === today ? usedOf(what, counted) : null;
  }
  return null;
}

/** Returns the counts of today, read consistently. */
async function used(store: Store, owner: string): Promise<Counts> {
  const countOf = await read(store, owner);
  return { domains: countOf('domains'), pages: countOf('pages') };
}

/**
 * Returns the counts of today of many owners at once.
 *
 * @param owners in any order, duplicates included
 * @returns a function of an owner
 */
async function usedByAll(store: Store, owners: string[]): Promise<(owner: string) => UsedAllowance> {
  const keys = new Map(owners.map((owner) => [owner, keyOf(store, owner)]));
  const items = await getItems<AllowanceItem>(store, [...keys.values()]);
  const counts = new Map(items.map((item) => [item.id, allOf(item)]));
  return (owner) => counts.get(keys.get(owner)?.id ?? '') ?? allOf({ id: '' });
}

/** Counts of fetches per owner of keys and day (UTC), over all instances. */
export type Allowances = ReturnType<typeof createAllowances>;

/** Creates the counts in the `Coordination` table: one item for each owner and day; a reservation is an attribute. */
export function createAllowances(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { take, refuse, giveBack, reserve, settle, used, usedByAll });
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
