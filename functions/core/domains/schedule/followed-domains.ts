import { firstSnapshotAt, nextSnapshotAt } from './snapshot-cadence.ts';
import { shardOf, shards } from '../../platform/names/shards.ts';
import { dayOf } from '../../platform/time/day.ts';
import { DUE_INDEX, type ScheduleItem } from './stored-row.ts';
import type { ScheduleChange } from './query-days.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import {
  absent,
  absentOr,
  atMost,
  ifAbsent,
  lessThan,
  moreThan,
  present,
} from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import {
  countItems,
  deleteItem,
  getItem,
  queryPage,
  type StartKey,
  type Table,
  updateItem,
} from '../../platform/dynamodb/table.ts';

/** Attributes of an item in the due index. */
export type DueDomain = Required<Pick<ScheduleItem, 'domain' | 'next_snapshot_at' | 'last_asked_on'>>;

export interface DuePage {
  domains: DueDomain[];
  /** Start key of the next page; absent on the last one. */
  next?: Record<string, unknown> | undefined;
}

const IS_BLOCKED: keyof ScheduleItem = 'is_blocked';

interface FollowStore extends Table {
  /** Maximum number of followed domains. */
  maxFollowed: number;
}

/** Follows a domain, unless it is blocked or the maximum number of followed domains is reached. */
async function follow(store: FollowStore, domain: string, now: number): Promise<void> {
  if (!(await increment(store, store.maxFollowed))) return;
  let isFollowed = false;
  try {
    isFollowed = await startFollowing(store, domain, now);
  } finally {
    if (!isFollowed) await decrement(store);
  }
}

function startFollowing(store: Table, domain: string, now: number): Promise<boolean> {
  const next = { due_shard: shardOf(domain), next_snapshot_at: firstSnapshotAt(domain, now) };
  const set = { ...next, last_asked_on: ifAbsent(dayOf(now)) };
  return updateItem(store, { domain }, { set, when: { next_snapshot_at: absent, is_blocked: absent } });
}

/** Stops the snapshots of a domain. */
async function unfollow(store: Table, domain: string): Promise<void> {
  const change = { remove: ['due_shard', 'next_snapshot_at'], when: { next_snapshot_at: present } };
  if (await updateItem(store, { domain }, change)) await decrement(store);
}

/** Reads the domains of a shard whose snapshot is due, the longest overdue first. */
async function due(store: Table, shard: string, now: number, limit: number, after?: StartKey): Promise<DuePage> {
  const key = { due_shard: shard, next_snapshot_at: atMost(new Date(now).toISOString()) };
  const { items, next } = await queryPage<DueDomain>(store, key, { index: DUE_INDEX, limit, after });
  return { domains: items, next };
}

/** Applies the change of a domain's schedule that results from a query. */
async function apply(store: FollowStore, change: ScheduleChange, domain: string, now: number): Promise<void> {
  if (change === 'follow') await follow(store, domain, now);
  if (change === 'bring forward') await bringForward(store, domain, now);
}

/** Moves the next snapshot to the domain's next minute, if it is due later. */
async function bringForward(store: Table, domain: string, now: number): Promise<void> {
  const next = firstSnapshotAt(domain, now);
  await updateItem(store, { domain }, { set: { next_snapshot_at: next }, when: { next_snapshot_at: moreThan(next) } });
}

/** Sets the time of the next snapshot, unless another run has set it already. */
async function advance(store: Table, { domain, next_snapshot_at, last_asked_on }: DueDomain, now: number) {
  const set = { next_snapshot_at: nextSnapshotAt(domain, last_asked_on, now) };
  await updateItem(store, { domain }, { set, when: { next_snapshot_at } });
}

const read = (store: Table, domain: string) => getItem<ScheduleItem>(store, { domain }, { consistent: true });

/** Whether the domain has an item; a deleted domain has none. */
const isKnown = async (store: Table, domain: string) => (await read(store, domain)) !== undefined;

/** Whether the domain is blocked. The read is strongly consistent. */
async function isBlocked(store: Table, domain: string): Promise<boolean> {
  const options = { consistent: true, attributes: [IS_BLOCKED] };
  return (await getItem<ScheduleItem>(store, { domain }, options))?.[IS_BLOCKED] === true;
}

/** Blocks a domain, so that it is neither fetched nor followed. */
async function block(store: Table, domain: string): Promise<void> {
  await updateItem(store, { domain }, { set: { [IS_BLOCKED]: true } });
  await unfollow(store, domain);
}

async function unblock(store: Table, domain: string): Promise<void> {
  await updateItem(store, { domain }, { remove: [IS_BLOCKED] });
}

/** Deletes all attributes of a domain, except its block. */
async function deleteDomain(store: Table, domain: string): Promise<void> {
  await unfollow(store, domain);
  const attributes = ['first_asked_on', 'last_asked_on', 'past_kept', 'row', 'site', 'tags'];
  if ((await read(store, domain))?.is_blocked) await updateItem(store, { domain }, { remove: attributes });
  else await deleteItem(store, { domain });
}

/** Returns the newest day (`YYYY-MM-DD`) of past values in the domain's history, by source and metric. */
async function readBackfillDays(store: Table, domain: string): Promise<Record<string, string>> {
  return (await read(store, domain))?.past_kept ?? {};
}

async function writeBackfillDays(store: Table, domain: string, until: Record<string, string>): Promise<void> {
  await updateItem(store, { domain }, { set: { past_kept: until } });
}

const functions = {
  follow,
  unfollow,
  due,
  apply,
  bringForward,
  advance,
  isKnown,
  isBlocked,
  block,
  unblock,
  deleteDomain,
  readBackfillDays,
  writeBackfillDays,
};

/** Followed and blocked domains. */
export type FollowedDomains = ReturnType<typeof createFollowedDomains>;

/** Creates the access to the part of the `DomainSchedule` table that cached answers do not use. */
export function createFollowedDomains(db: DynamoDB, table: string, maxFollowed: number) {
  return bindStore({ db, table, maxFollowed }, functions);
}

/** Key of the item with the counts. No domain has this name. */
const COUNTER = { domain: '#followed' };

interface Counter {
  followed?: number;
  /** `YYYY-MM-DD` (UTC), the day of the last recount. */
  counted_on?: string;
}

/** Returns the number of followed domains. */
const followed = async (store: Table) => (await getItem<Counter>(store, COUNTER))?.followed ?? 0;

/** Counts the domains in the due index; with `until` (ISO 8601 time), those that are due at that time. */
async function countIndex(store: Table, until?: string): Promise<number> {
  const isDue = until === undefined ? {} : { next_snapshot_at: atMost(until) };
  const ofShard = (due_shard: string) => countItems(store, { due_shard, ...isDue }, { index: DUE_INDEX });
  const counts = await Promise.all(shards.map(ofShard));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Counts domains whose snapshot is due and not scheduled yet, for half a unit for about 40 of them. */
const countDue = (store: Table, now: number) => countIndex(store, new Date(now).toISOString());

/** Increments the number of followed domains. @returns false if `max` domains are followed already */
async function increment(store: Table, max: number): Promise<boolean> {
  if (max < 1) return false;
  return updateItem(store, COUNTER, { add: { followed: 1 }, when: { followed: absentOr(lessThan(max)) } });
}

/** Decrements the number of followed domains. */
async function decrement(store: Table): Promise<void> {
  await updateItem(store, COUNTER, { add: { followed: -1 } });
}

/**
 * Counts the followed domains again, once a day (UTC), to correct counts that were lost when an instance ended early. It
 * reads the whole due index, for half a unit for each 4 KB, which are about 40 domains.
 */
async function recount(store: Table, now: number): Promise<void> {
  const before = await getItem<Counter>(store, COUNTER, { consistent: true });
  if (before?.counted_on === dayOf(now)) return;
  const set = { followed: await countIndex(store), counted_on: dayOf(now) };
  // Changes since the count may not be counted. The next run counts again.
  await updateItem(store, COUNTER, { set, when: { followed: before?.followed ?? absent } });
}

/** Numbers of followed and due domains. */
export type FollowCounts = ReturnType<typeof createFollowCounts>;

export function createFollowCounts(db: DynamoDB, table: string) {
  return bindStore({ db, table }, { followed, due: countDue, increment, decrement, recount });
}
