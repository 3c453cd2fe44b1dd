import { randomUUID } from 'node:crypto';
import { asMessage, type Message } from './http/message.ts';
import { LEASE_MS } from './time/limits.ts';
import { type DynamoDB, ifConditionHolds } from './dynamodb/dynamodb.ts';

/** How long the outcome of a failed fetch stays for those who wait for it. */
const OUTCOME_MS = 10_000;

/** What stands in the table for what is being fetched, such as a domain, or whose fetch has just failed. */
export interface LeaseState {
  holder: string;
  /** Milliseconds since the epoch; past it the lease may be taken over. */
  heldUntil: number;
  /** Set once the holder has given up. */
  failure: Message | null;
}

interface StoredLease {
  holder: string;
  held_until: number;
  failure?: Message;
}

/** A lease while its work is under way. */
export interface HeldLease {
  /** Aborted when another instance has taken the lease over. */
  signal: AbortSignal;
  /** Renews the lease now. @returns false where it is lost: what must not be done twice is not to be done then */
  confirm(): Promise<boolean>;
}

export interface FetchLeases {
  /** A holder that renews so often keeps its lease even where two renewals in a row fail. */
  renewEveryMs: number;
  /** @returns the holder's token, or `null` while another holds the lease */
  acquire(name: string): Promise<string | null>;
  /** Keeps the lease. @returns false where another has taken it over */
  renew(name: string, holder: string): Promise<boolean>;
  /** Ends the lease: the fetch is stored, or failed with a message that those who wait are given. */
  release(name: string, holder: string, failure?: string | Message): Promise<void>;
  /** @returns `null` when nobody fetches it */
  read(name: string): Promise<LeaseState | null>;
}

/**
 * Leases by which many callers make one fetch, kept in the `Coordination` table. A lease expires by
 * itself when its holder dies, since the holder has to renew it.
 */
export function createFetchLeases(db: DynamoDB, table: string, now: () => number, leaseMs = LEASE_MS): FetchLeases {
  const keyOf = (name: string) => ({ id: `fetch#${name}` });
  // Time-to-live is for tidiness alone: DynamoDB may take days, so no condition relies on it.
  const expiresAt = (until: number) => Math.ceil(until / 1000) + 3600;

  return {
    renewEveryMs: leaseMs / 3,

    async acquire(name) {
      const holder = randomUUID();
      const heldUntil = now() + leaseMs;
      const put = db.put({
        TableName: table,
        Item: { ...keyOf(name), holder, held_until: heldUntil, expires_at: expiresAt(heldUntil) },
        ConditionExpression: 'attribute_not_exists(id) OR held_until < :now OR attribute_exists(failure)',
        ExpressionAttributeValues: { ':now': now() },
      });
      return (await ifConditionHolds(put)) && holder;
    },

    async renew(name, holder) {
      const update = db.update({
        TableName: table,
        Key: keyOf(name),
        UpdateExpression: 'SET held_until = :until',
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: { ':until': now() + leaseMs, ':holder': holder },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    async release(name, holder, failure) {
      const ownLease = {
        TableName: table,
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: { ':holder': holder },
      };
      const heldUntil = now() + OUTCOME_MS;
      const Item = { ...keyOf(name), holder, held_until: heldUntil, expires_at: expiresAt(heldUntil) };
      const write =
        failure === undefined
          ? db.delete({ ...ownLease, Key: keyOf(name) })
          : db.put({ ...ownLease, Item: { ...Item, failure: asMessage(failure) } });
      await ifConditionHolds<object>(write);
    },

    async read(name) {
      const { Item } = await db.get({ TableName: table, Key: keyOf(name), ConsistentRead: true });
      const item = Item as StoredLease | undefined;
      if (!item || item.held_until < now()) return null;
      return { holder: item.holder, heldUntil: item.held_until, failure: item.failure ?? null };
    },
  };
}

/** Markers by which one of many instances does something, once in a while. */
export interface OnceMarkers {
  /** @returns true for the one caller who is to do it; nobody else is until the time is over */
  claim(name: string, durationMs: number): Promise<boolean>;
}

/** Kept in the `Coordination` table. */
export function createOnceMarkers(db: DynamoDB, table: string, now: () => number): OnceMarkers {
  return {
    async claim(name, durationMs) {
      const until = now() + durationMs;
      const put = db.put({
        TableName: table,
        Item: { id: `claim#${name}`, held_until: until, expires_at: Math.ceil(until / 1000) },
        ConditionExpression: 'attribute_not_exists(id) OR held_until <= :now',
        ExpressionAttributeValues: { ':now': now() },
      });
      return (await ifConditionHolds(put)) !== null;
    },
  };
}
