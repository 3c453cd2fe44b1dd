import { randomUUID } from 'node:crypto';
import { asMessage, type Message } from './http/message.ts';
import { LEASE_MS } from './time/limits.ts';
import type { DynamoDB } from './dynamodb/dynamodb.ts';
import { absent, atMost, lessThan, present } from './dynamodb/expressions.ts';
import { deleteItem, getItem, putItem, updateItem } from './dynamodb/table.ts';

/** Time for which the outcome of a failed fetch is kept for the waiting callers. */
const OUTCOME_MS = 10_000;

/** State of a lease: its fetch is in progress, or has just failed. */
export interface LeaseState {
  holder: string;
  /** Milliseconds since the epoch; afterwards another instance may take the lease over. */
  heldUntil: number;
  /** Set after the holder's fetch has failed. */
  failure: Message | null;
}

interface StoredLease {
  holder: string;
  held_until: number;
  failure?: Message;
}

/** A lease while its work is in progress. */
export interface HeldLease {
  /** Aborted when another instance has taken the lease over. */
  signal: AbortSignal;
  /**
   * Renews the lease now.
   *
   * @returns false if it is lost: the work must then not do anything that must be done only once
   */
  confirm(): Promise<boolean>;
}

export type FetchLeases = ReturnType<typeof createFetchLeases>;

/**
 * Creates leases, with which many callers share one fetch, in the `Coordination` table. The holder has to renew its
 * lease, so that the lease expires if the holder is terminated.
 */
export function createFetchLeases(db: DynamoDB, table: string, now: () => number, leaseMs = LEASE_MS) {
  const store = { db, table };
  const keyOf = (name: string) => ({ id: `fetch#${name}` });
  // DynamoDB may delete expired items days later, so no condition relies on this attribute.
  const expiresAt = (until: number) => Math.ceil(until / 1000) + 3600;

  return {
    /** Interval of renewals with which a holder keeps its lease even if two renewals in a row fail. */
    renewEveryMs: leaseMs / 3,

    /** @returns the holder's token, or `null` while another instance holds the lease */
    async acquire(name: string): Promise<string | null> {
      const holder = randomUUID();
      const heldUntil = now() + leaseMs;
      const item = { ...keyOf(name), holder, held_until: heldUntil, expires_at: expiresAt(heldUntil) };
      const when = [{ id: absent }, { held_until: lessThan(now()) }, { failure: present }];
      return (await putItem(store, item, { when })) ? holder : null;
    },

    /** Extends the lease. @returns false if another instance has taken it over */
    renew(name: string, holder: string): Promise<boolean> {
      return updateItem(store, keyOf(name), { set: { held_until: now() + leaseMs }, when: { holder } });
    },

    /** Ends the lease: the result is stored, or the fetch failed with a message for the waiting callers. */
    async release(name: string, holder: string, failure?: string | Message): Promise<void> {
      const heldUntil = now() + OUTCOME_MS;
      const item = { ...keyOf(name), holder, held_until: heldUntil, expires_at: expiresAt(heldUntil) };
      if (failure === undefined) await deleteItem(store, keyOf(name), { holder });
      else await putItem(store, { ...item, failure: asMessage(failure) }, { when: { holder } });
    },

    /** @returns `null` if no instance fetches it */
    async read(name: string): Promise<LeaseState | null> {
      const item = await getItem<StoredLease>(store, keyOf(name), { consistent: true });
      if (!item || item.held_until < now()) return null;
      return { holder: item.holder, heldUntil: item.held_until, failure: item.failure ?? null };
    },
  };
}

/** Markers with which only one of many instances does something within a period. */
export type OnceMarkers = ReturnType<typeof createOnceMarkers>;

/** Creates markers in the `Coordination` table. */
export function createOnceMarkers(db: DynamoDB, table: string, now: () => number) {
  return {
    /** @returns true for the one caller that does it; false for all others until the period has ended */
    claim(name: string, durationMs: number): Promise<boolean> {
      const until = now() + durationMs;
      const item = { id: `claim#${name}`, held_until: until, expires_at: Math.ceil(until / 1000) };
      return putItem({ db, table }, item, { when: [{ id: absent }, { held_until: atMost(now()) }] });
    },
  };
}
