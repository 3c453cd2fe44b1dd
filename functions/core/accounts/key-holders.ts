import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
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

/** Creates the copies of keys' holders from API Gateway in the `Coordination` table: one item for each key. */
export function createKeyHolders({ db, table, read, now }: Options): KeyHolders {
  async function stored(keyId: string) {
    const { Item: item } = await db.get({ TableName: table, Key: keyOf(keyId) });
    // While it is read for the first time, the item has no holder.
    if (!item?.holder) return null;
    const readAt = item.read_at as number;
    const isSettled = readAt >= ((item.changed_at as number | undefined) ?? NEVER) + SETTLE_MS;
    const holder = JSON.parse(item.holder as string) as KeyHolder;
    return { holder, readAt, freshMs: isSettled ? FRESH_MS : SETTLE_MS };
  }

  /**
   * @param seenAt when the copy of the caller was read; `null` if there is none
   * @returns until when the caller has to read the key; `null` if another caller does, or has done so meanwhile
   */
  async function claim(keyId: string, seenAt: number | null): Promise<number | null> {
    const until = now() + READING_MS;
    const update = db.update({
      TableName: table,
      Key: keyOf(keyId),
      UpdateExpression: 'SET reading_until = :until, expires_at = if_not_exists(expires_at, :expiry)',
      ConditionExpression:
        '(attribute_not_exists(reading_until) OR reading_until <= :now) AND ' +
        '(attribute_not_exists(read_at) OR read_at = :seen)',
      ExpressionAttributeValues: {
        ':until': until,
        ':now': now(),
        ':seen': seenAt ?? NEVER,
        ':expiry': expiry(),
      },
    });
    return (await ifConditionHolds(update)) && until;
  }

  /** Stores the holder, unless the copy was expired, or another caller has read it, meanwhile. */
  async function store(keyId: string, holder: KeyHolder, until: number): Promise<void> {
    const update = db.update({
      TableName: table,
      Key: keyOf(keyId),
      UpdateExpression: 'SET holder = :holder, read_at = :now, expires_at = :expiry REMOVE reading_until',
      ConditionExpression: 'reading_until = :until',
      ExpressionAttributeValues: {
        ':holder': JSON.stringify(holder),
        ':now': now(),
        ':expiry': expiry(),
        ':until': until,
      },
    });
    await ifConditionHolds(update);
  }

  async function readNow(keyId: string, until: number): Promise<KeyHolder | null> {
    try {
      const holder = await read(keyId);
      await store(keyId, holder, until);
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
  async function readFirst(keyId: string, otherwise: KeyHolder): Promise<KeyHolder> {
    const deadline = now() + KEY_HOLDER_MS;
    for (;;) {
      const until = await claim(keyId, null);
      if (until !== null) return (await readNow(keyId, until)) ?? otherwise;
      const known = await stored(keyId);
      if (known && known.readAt !== NEVER) return known.holder;
      if (now() >= deadline) return otherwise;
      await sleep(LEASE_POLL_MS);
    }
  }

  const expiry = () => Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);

  return {
    async find(keyId) {
      const known = await stored(keyId);
      if (!known || known.readAt === NEVER) return readFirst(keyId, known?.holder ?? unknownHolder(keyId));
      if (now() - known.readAt < known.freshMs) return known.holder;
      const until = await claim(keyId, known.readAt);
      return (until !== null && (await readNow(keyId, until))) || known.holder;
    },
    ...createKeyCopies(db, table, now),
  };
}

/** Creates the access of the back office and of `npm run keys`, which only expire copies. */
export function createKeyCopies(db: DynamoDB, table: string, now: () => number) {
  return {
    /** Makes the next use of a key read it again, after its owner, plan or allowance was changed. */
    async expire(keyId: string): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: keyOf(keyId),
        UpdateExpression: 'SET read_at = :never, changed_at = :now REMOVE reading_until',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':never': NEVER, ':now': now() },
      });
      await ifConditionHolds(update);
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

const keyOf = (keyId: string) => ({ id: `key#${keyId}` });
