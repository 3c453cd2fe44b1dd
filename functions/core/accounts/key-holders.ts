import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
import type { KeyHolder } from './key-tags.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { KEY_HOLDER_MS, LEASE_POLL_MS } from '../platform/time/limits.ts';

/**
 * How long a copy is used; a change that is made outside the back office takes effect after this time. Each copy takes two
 * of the five calls a second that the control plane's rate limit leaves: 10,000 keys in use take 2.8 a second.
 */
const FRESH_MS = 120 * 60_000;
/** A reader is taken for lost after this time; after a failure, nobody tries again before. */
const READING_MS = 10_000;
/** An old item is used where API Gateway does not answer. */
const KEPT_DAYS = 7;

export interface KeyHolders extends KeyCopies {
  /** Who holds a key, as it was two hours ago at most; where API Gateway does not answer, as it was read last. */
  find(keyId: string): Promise<KeyHolder>;
}

export interface KeyCopies {
  /** Has the key read again when it is used next: after its owner, plan or allowance was changed. */
  expire(keyId: string): Promise<void>;
}

interface Options {
  db: DynamoDB;
  /** The `Coordination` table. */
  table: string;
  /** Asks API Gateway, whose control plane takes few calls: only one of many callers does. */
  read: (keyId: string) => Promise<KeyHolder>;
  now: () => number;
}

interface Stored {
  holder: KeyHolder;
  readAt: number;
}

/** Who holds which key, copied from API Gateway to the `Coordination` table: an item a key. */
export function createKeyHolders({ db, table, read, now }: Options): KeyHolders {
  async function stored(keyId: string): Promise<Stored | null> {
    const { Item: item } = await db.get({ TableName: table, Key: keyOf(keyId) });
    // While it is read for the first time, nothing but that is known.
    if (!item?.held_by) return null;
    return { holder: JSON.parse(item.held_by as string) as KeyHolder, readAt: item.read_at as number };
  }

  /**
   * @param seenAt when what the caller knows was read; `null` where nothing is known
   * @returns until when the caller is the one who reads the key; `null` where another does, or has done so since
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
        ':seen': seenAt ?? 0,
        ':expiry': expiry(),
      },
    });
    return (await ifConditionHolds(update)) && until;
  }

  /** Stores what was read, unless the copy was expired, or another has read it, meanwhile. */
  async function store(keyId: string, holder: KeyHolder, until: number): Promise<void> {
    const update = db.update({
      TableName: table,
      Key: keyOf(keyId),
      UpdateExpression: 'SET held_by = :holder, read_at = :now, expires_at = :expiry REMOVE reading_until',
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
      const name = (error as Error).name;
      console.warn(JSON.stringify({ level: 'WARN', message: 'holder of a key not read', key_id: keyId, error: name }));
      return null;
    }
  }

  /** A key that was never read: waits a little for the caller who reads it. */
  async function readFirst(keyId: string): Promise<KeyHolder> {
    const deadline = now() + KEY_HOLDER_MS;
    for (;;) {
      const until = await claim(keyId, null);
      if (until !== null) return (await readNow(keyId, until)) ?? unknownHolder(keyId);
      const known = await stored(keyId);
      if (known) return known.holder;
      if (now() >= deadline) return unknownHolder(keyId);
      await sleep(LEASE_POLL_MS);
    }
  }

  const expiry = () => Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);

  return {
    async find(keyId) {
      const known = await stored(keyId);
      if (!known) return readFirst(keyId);
      if (now() - known.readAt < FRESH_MS) return known.holder;
      const until = await claim(keyId, known.readAt);
      return (until !== null && (await readNow(keyId, until))) || known.holder;
    },
    ...createKeyCopies(db, table),
  };
}

/** The same copies, for the back office, which only has keys read anew. */
export function createKeyCopies(db: DynamoDB, table: string): KeyCopies {
  return {
    async expire(keyId) {
      const update = db.update({
        TableName: table,
        Key: keyOf(keyId),
        UpdateExpression: 'SET read_at = :never REMOVE reading_until',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':never': 0 },
      });
      await ifConditionHolds(update);
    },
  };
}

/** Of a key of which nothing is known: its own owner, with the smallest allowance. */
const unknownHolder = (keyId: string): KeyHolder => ({
  owner: keyId,
  plan: null,
  domainsPerDay: null,
  pagesPerDay: null,
});

const keyOf = (keyId: string) => ({ id: `key#${keyId}` });
