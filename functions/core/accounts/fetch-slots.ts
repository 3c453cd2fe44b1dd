import { randomBytes } from 'node:crypto';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absentOr, smallerThan } from '../platform/dynamodb/expressions.ts';
import { getItem, type Store, updateItem } from '../platform/dynamodb/table.ts';
import type { ApiCaller } from '../platform/http/caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { message } from '../platform/http/message.ts';
import { logWarning } from '../platform/log-warning.ts';
import type { FetchSlotSettings } from './settings.ts';
import { GATEWAY_MS } from '../platform/time/limits.ts';
import { OPERATOR } from './batch-caller.ts';
import type { KeyHolders } from './key-holders.ts';

/** Maximum numbers of fetches in progress for waiting callers. */
export interface FetchLimits {
  /** For all owners together. */
  all: number;
  ofOwner: number;
}

/**
 * Does work that fetches for a waiting caller, or takes as long, within the limits of fetches in progress.
 *
 * @throws {ServiceError} service_busy if a limit is reached; the work is not begun then
 */
export type WhileFetching = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The same for the owner of a caller's key, whom the work receives. */
export type WhileOwnerFetches = <Result>(work: (owner: string) => Promise<Result>) => Promise<Result>;

/** Does work without a limit, such as that of background work, whose concurrency is limited otherwise. */
export const unlimited: WhileFetching = (work) => work();

/** Longer than a function runs: the slot of one that was terminated is free after this time. */
const SLOT_MS = GATEWAY_MS + 1_000;
/** Number of times a slot is tried to be taken while others take and release theirs. */
const TRIES = 5;

const KEY = { id: 'fetches' };
/** Name of the set of an owner's slots. */
const attributeOf = (owner: string) => `owner#${owner}`;

type Slots = Set<string>;

interface SlotStore extends Store {
  limits: FetchLimits;
}

/** Removes slots from all sets that contain them. */
async function remove(store: Store, slots: readonly string[], names: readonly string[]): Promise<void> {
  await updateItem(store, KEY, { removeFrom: Object.fromEntries(names.map((name) => [name, new Set(slots)])) });
}

/** @returns the slots in use: of all owners, and of one */
async function readInUse(store: Store, owner: string): Promise<{ all: Slots; own: Slots }> {
  const isExpired = (slot: string) => parseInt(slot, 36) <= store.now();
  const item = (await getItem<Record<string, unknown>>(store, KEY, { consistent: true })) ?? {};
  const sets = Object.entries(item).filter((entry): entry is [string, Slots] => entry[1] instanceof Set);
  const expired = new Set(sets.flatMap(([, slots]) => [...slots].filter(isExpired)));
  const affected = sets.filter(([, slots]) => [...slots].some((slot) => expired.has(slot))).map(([name]) => name);
  if (affected.length > 0) await remove(store, [...expired], affected);
  const inUse = (name: string) =>
    new Set([...((item[name] as Slots | undefined) ?? [])].filter((slot) => !expired.has(slot)));
  return { all: inUse('fetches'), own: inUse(attributeOf(owner)) };
}

/** @returns the name of a slot. @throws {ServiceError} service_busy */
async function take(store: SlotStore, owner: string): Promise<string> {
  const { limits } = store;
  const slot = `${(store.now() + SLOT_MS).toString(36)}.${randomBytes(4).toString('base64url')}`;
  const names = { all: 'fetches', own: attributeOf(owner) };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { all, own } = await readInUse(store, owner);
    // The response to the last try was lost.
    if (all.has(slot)) return slot;
    if (own.size >= limits.ofOwner) throw busyForOwner(limits.ofOwner);
    if (all.size >= limits.all) break;
    const hasRoom = (limit: number) => absentOr(smallerThan(limit));
    const when = { [names.all]: hasRoom(limits.all), [names.own]: hasRoom(limits.ofOwner) };
    const added = new Set([slot]);
    if (await updateItem(store, KEY, { add: { [names.all]: added, [names.own]: added }, when })) return slot;
  }
  throw new ServiceError('service_busy', { values: { limit: limits.all } });
}

/**
 * Creates the slots of fetches in progress, over all instances: one item of the `Coordination` table, with the set of all
 * slots and that of each owner. A slot's name begins with the time at which it expires. Cached answers need none.
 */
export function createFetchSlots(db: DynamoDB, table: string, limits: FetchLimits, now: () => number) {
  const store = { db, table, limits, now };
  return {
    /** Does work in a slot of an owner. A slot that cannot be released expires. */
    async hold<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
      const slot = await take(store, owner);
      try {
        return await work();
      } finally {
        await remove(store, [slot], ['fetches', attributeOf(owner)]).catch(logWarning('slot of a fetch not released'));
      }
    },
  };
}

const busyForOwner = (limit: number) =>
  new ServiceError('service_busy', {
    message: message`The key's owner has ${{ limit }} fetches in progress, the maximum. Wait until one has ended; stored data are still returned.`,
  });

/** Creates the slots from the settings. */
export function createOwnerSlots(db: DynamoDB, settings: FetchSlotSettings): ReturnType<typeof createFetchSlots> {
  const limits = { all: settings.MAX_CONCURRENT_FETCHES, ofOwner: settings.MAX_CONCURRENT_FETCHES_PER_OWNER };
  return createFetchSlots(db, settings.COORDINATION_TABLE, limits, Date.now);
}

interface Parts {
  db: DynamoDB;
  settings: FetchSlotSettings;
  holders: Pick<KeyHolders, 'find'>;
}

/** @returns for a caller, how its fetches are limited: those of its key's owner */
export function fetchSlots({ db, settings, holders }: Parts): (caller: Pick<ApiCaller, 'keyId'>) => WhileOwnerFetches {
  const slots = createOwnerSlots(db, settings);
  return ({ keyId }) =>
    async (work) => {
      const owner = keyId === null ? OPERATOR : (await holders.find(keyId)).owner;
      return slots.hold(owner, () => work(owner));
    };
}
