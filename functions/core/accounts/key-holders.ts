import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absentOr, atMost, ifAbsent, present } from '../platform/dynamodb/expressions.ts';
import { bindStore } from '../platform/bind-store.ts';
import { getItem, updateItem } from '../platform/dynamodb/table.ts';
import type { KeyHolder } from './key-tags.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { KEY_HOLDER_MS } from './limits.ts';
import { LEASE_POLL_MS } from '../platform/time/limits.ts';
import { logWarning } from '../platform/log-warning.ts';

/**
 * How long a copy is used; a change outside the back office takes effect after this time. Reading a copy takes two of
 * the five calls per second that the control plane's rate limit leaves: 10,000 keys in use take 2.8 per second.
 */
const FRESH_MS = 120 * 60_000;
/** A reader counts as lost after this time; after a failure, the next attempt is not before. */
const READING_MS = 10_000;
/** Time at which an expired copy was read: changed limits hold from the next request, also if several come at once. */
const NEVER = 0;
/**
 * How long a copy is used that was read this soon after a change: API Gateway documents no time after which a changed tag
 * or plan is returned everywhere. So a change applies within a minute.
 */
const SETTLE_MS = 30_000;
/** How long an old copy can be used if API Gateway does not answer. */
const KEPT_DAYS = 7;

export interface KeyHolders extends KeyCopies {
  /** Returns the holder of a key, two hours old at most; if API Gateway does not answer, the last known one. */
  find(keyId: string): Promise<KeyHolder>;
}

export type KeyCopies = ReturnType<typeof createKeyCopies>;

interface Options {
  db: DynamoDB;
  /** The `Coordination` table. */
  table: string;
  /** Requests the holder from API Gateway, whose control plane allows few calls: one of concurrent callers does. */
  read: (keyId: string) => Promise<KeyHolder>;
  now: () => number;
}

const keyOf = (keyId: string) => ({ id: `key#${keyId}` });

/** The item of a copy. Times are in milliseconds since the epoch. */
interface HolderItem {
  /** JSON; absent while it is read for the first time. */
  holder?: string;
  read_at?: number;
  changed_at?: number;
}

async function readCopy({ db, table }: Options, keyId: string) {
  const item = await getItem<HolderItem>({ db, table }, keyOf(keyId));
  if (!item?.holder) return null;
  const { read_at: readAt = NEVER, changed_at = NEVER } = item;
  const isSettled = readAt >= changed_at + SETTLE_MS;
  return { holder: JSON.parse(item.holder) as KeyHolder, readAt, freshMs: isSettled ? FRESH_MS : SETTLE_MS };
}

const expiry = ({ now }: Options) => Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);

/**
 * @param seenAt when the copy of the caller was read; `null` if there is none
 * @returns until when the caller has to read the key; `null` if another caller does, or has done so meanwhile
 */
async function claim(store: Options, keyId: string, seenAt: number | null): Promise<number | null> {
  const until = store.now() + READING_MS;
  const set = { reading_until: until, expires_at: ifAbsent(expiry(store)) };
  const when = { reading_until: absentOr(atMost(store.now())), read_at: absentOr(seenAt ?? NEVER) };
  return (await updateItem(store, keyOf(keyId), { set, when })) ? until : null;
}

/** Reads a key, and stores its holder unless the copy was expired, or another caller has read it, meanwhile. */
async function readNow(store: Options, keyId: string, until: number): Promise<KeyHolder | null> {
  try {
    const holder = await store.read(keyId);
    const copy = { holder: JSON.stringify(holder), read_at: store.now(), expires_at: expiry(store) };
    const update = { set: copy, remove: ['reading_until'], when: { reading_until: until } };
    await updateItem(store, keyOf(keyId), update);
    return holder;
  } catch (error) {
    return logWarning('holder of a key not read', { key_id: keyId })(error);
  }
}

/**
 * Reads a key for the first time, or for the first time after its copy was expired; waits for a concurrent caller that
 * does.
 *
 * @param otherwise the holder if API Gateway does not answer
 */
async function readFirst(store: Options, keyId: string, otherwise: KeyHolder): Promise<KeyHolder> {
  const deadline = store.now() + KEY_HOLDER_MS;
  for (;;) {
    const until = await claim(store, keyId, null);
    if (until !== null) return (await readNow(store, keyId, until)) ?? otherwise;
    const known = await readCopy(store, keyId);
    if (known && known.readAt !== NEVER) return known.holder;
    if (store.now() >= deadline) return otherwise;
    await sleep(LEASE_POLL_MS);
  }
}

async function find(store: Options, keyId: string): Promise<KeyHolder> {
  const known = await readCopy(store, keyId);
  if (!known || known.readAt === NEVER) return readFirst(store, keyId, known?.holder ?? unknownHolder(keyId));
  if (store.now() - known.readAt < known.freshMs) return known.holder;
  const until = await claim(store, keyId, known.readAt);
  return (until !== null && (await readNow(store, keyId, until))) || known.holder;
}

/** Creates the copies of keys' holders from API Gateway in the `Coordination` table: one item for each key. */
export function createKeyHolders(options: Options): KeyHolders {
  const { db, table, now } = options;
  return { ...bindStore(options, { find }), ...createKeyCopies(db, table, now) };
}

/** Creates the access of the back office and of `npm run keys`, which only expire copies. */
export function createKeyCopies(db: DynamoDB, table: string, now: () => number) {
  return {
    /** Makes the next use of a key read it again, after its owner, plan or allowance was changed. */
    async expire(keyId: string): Promise<void> {
      const set = { read_at: NEVER, changed_at: now() };
      await updateItem({ db, table }, keyOf(keyId), { set, remove: ['reading_until'], when: { id: present } });
    },
  };
}

/** Returns the holder of an unknown key: its own owner, with the smallest allowance. */
const unknownHolder = (keyId: string): KeyHolder => ({
  owner: keyId,
  plan: null,
  domainsPerDay: null,
  pagesPerDay: null,
});
