import { DAY_MS } from '../../platform/time/day.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, member, present, smallerThan } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { getItem, putItem, queryPages, type Store, updateItem } from '../../platform/dynamodb/table.ts';
import type { StoredBatch } from './batches.ts';
import { type BatchKey, expiryOf } from './item.ts';

/**
 * `reading`: the sites of its domains are being fetched. `completing`: sources with a rate limit are being requested.
 */
export type BatchStage = 'reading' | 'completing';

/** A batch in progress. */
export interface BatchInProgress {
  id: string;
  owner: string;
  stage: BatchStage;
  /** Number of domains that had to be fetched when it was created. */
  fetches: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** The batches in progress, over all instances: smaller ones are served first. */
export type BatchesInProgress = ReturnType<typeof createBatchesInProgress>;

/** Maximum number of batches of an owner in progress. */
export const MAX_BATCHES_IN_PROGRESS = 20;

/** Maximum age of a batch in progress: dozens of the largest batches take this long. */
const MAX_AGE_MS = 2 * DAY_MS;

/** @param now milliseconds since the epoch */
export const isTooOld = ({ createdAt }: Pick<BatchInProgress, 'createdAt'>, now: number) =>
  now - createdAt >= MAX_AGE_MS;

/** The batches of an owner in progress. */
interface OwnerItem extends BatchKey {
  /** By id; at most {@link MAX_BATCHES_IN_PROGRESS}. */
  batches: Record<string, Entry>;
  /** Seconds since the epoch: that of its newest batch. */
  expires_at: number;
}

interface Entry {
  stage: BatchStage;
  fetches: number;
  /** Milliseconds since the epoch. */
  created_at: number;
}

/** Partition of the list, which is not a day. */
const LIST = 'batches-in-progress';
/** Owners on a page of the list, of at most 2 KB each. */
const OWNERS_PER_PAGE = 50;

type OfOwner = Pick<StoredBatch, 'id' | 'owner'>;

const keyOf = (owner: string): BatchKey => ({ day: LIST, part: owner });
const entryOf = (id: string) => member('batches', id);

async function read(store: Store, owner: string): Promise<OwnerItem['batches'] | null> {
  return (await getItem<OwnerItem>(store, keyOf(owner), { consistent: true }))?.batches ?? null;
}

/**
 * Adds a batch to the list, or replaces its entry. Of concurrent callers, exactly as many succeed as there are slots.
 *
 * @returns false if its owner has {@link MAX_BATCHES_IN_PROGRESS} others
 */
async function take(store: Store, { id, owner, stage, fetches, createdAt }: BatchInProgress): Promise<boolean> {
  const entry: Entry = { stage, fetches, created_at: createdAt };
  const expires_at = expiryOf(new Date(store.now()).toISOString());
  for (;;) {
    const when = [{ [entryOf(id)]: present }, { batches: smallerThan(MAX_BATCHES_IN_PROGRESS) }];
    if (await updateItem(store, keyOf(owner), { set: { [entryOf(id)]: entry, expires_at }, when })) return true;
    const batches = await read(store, owner);
    if (batches && !Object.hasOwn(batches, id) && Object.keys(batches).length >= MAX_BATCHES_IN_PROGRESS) return false;
    // Another request may have changed it meanwhile.
    if (batches) continue;
    const item: OwnerItem = { ...keyOf(owner), batches: { [id]: entry }, expires_at };
    if (await putItem(store, item, { when: { part: absent } })) return true;
  }
}

/** @returns false if the batch is not on the list */
function setStage(store: Store, { id, owner }: OfOwner, stage: BatchStage): Promise<boolean> {
  const set = { [member('batches', id, 'stage')]: stage };
  return updateItem(store, keyOf(owner), { set, when: { [entryOf(id)]: present } });
}

async function remove(store: Store, { id, owner }: OfOwner): Promise<void> {
  await updateItem(store, keyOf(owner), { remove: [entryOf(id)], when: { [entryOf(id)]: present } });
}

/** Reads the batches of an owner in progress with their stages, by id. */
async function stagesOf(store: Store, owner: string): Promise<ReadonlyMap<string, BatchStage>> {
  const batches = (await read(store, owner)) ?? {};
  return new Map(Object.entries(batches).map(([id, { stage }]) => [id, stage]));
}

/** Reads consistently whether a batch is on the list. */
async function has(store: Store, { id, owner }: OfOwner): Promise<boolean> {
  return Object.hasOwn((await read(store, owner)) ?? {}, id);
}

/**
 * Reads all of them, page by page, so that a caller that has found enough stops. Eventually consistent: the order of
 * work and estimates may be a second late, and the scheduler reads each batch again.
 */
async function* listAll(store: Store): AsyncGenerator<BatchInProgress> {
  for await (const owners of queryPages<OwnerItem>(store, { day: LIST }, { limit: OWNERS_PER_PAGE })) {
    yield* owners.flatMap(batchesOf);
  }
}

/** Reads those created in the last two days: no other batch waits for older ones, which are stopped. */
async function* list(store: Store): AsyncGenerator<BatchInProgress> {
  for await (const batch of listAll(store)) if (!isTooOld(batch, store.now())) yield batch;
}

/**
 * Creates the list as items of the `Batches` table: one for each owner, so that a condition limits the number of the
 * owner's batches exactly, and no owner takes the space of another.
 */
export function createBatchesInProgress(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { take, setStage, remove, has, stagesOf, listAll, list });
}

function batchesOf({ part: owner, batches }: OwnerItem): BatchInProgress[] {
  return Object.entries(batches).map(([id, { created_at, ...entry }]) => ({
    id,
    owner,
    ...entry,
    createdAt: created_at,
  }));
}

/** Returns whether a batch is served before another: smaller ones first, then older ones. */
export function isServedBefore(one: BatchInProgress, other: BatchInProgress): boolean {
  if (one.fetches !== other.fetches) return one.fetches < other.fetches;
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
