import { setTimeout as sleep } from 'node:timers/promises';
import { AllSourcesFailed, GatewayTimeout } from '../http/errors.ts';
import type { FetchLeases, HeldLease } from '../storage/fetch-lease.ts';
import { holdLease, LeaseLost } from './hold-lease.ts';
import { LEASE_POLL_MS, LEAST_FETCH_MS } from '../time/limits.ts';

export interface FetchOnceOptions<Result> {
  /** What is fetched: a domain, or the name of something else. */
  name: string;
  leases: FetchLeases;
  /**
   * Reads what is stored, consistently; `null` where none is new enough to answer with.
   *
   * @param hasEnded whoever else fetched it has ended: what is stored in pieces is all there
   */
  readFresh: (hasEnded: boolean) => Promise<Result | null>;
  /** Fetches and stores it, within the deadline. */
  fetch: (lease: HeldLease) => Promise<Result>;
  now: () => number;
  /** Least time that a fetch needs: with less left, nobody begins one. */
  leastFetchMs?: number;
  /** Milliseconds since the epoch; the answer is given up then. */
  deadline: number;
}

/**
 * Makes one fetch, however many callers ask for it at once in however many instances: one holds the lease
 * and fetches, the others wait for what it stores. Where the holder dies, one of those who wait takes over; a holder
 * that only stood still and has lost its lease waits for what the new one stores.
 *
 * @throws {AllSourcesFailed} as the holder's fetch did
 * @throws {GatewayTimeout} when it is not there in time
 */
export async function fetchOnce<Result>(options: FetchOnceOptions<Result>): Promise<Result> {
  const { name, leases, readFresh, now, deadline, leastFetchMs = LEAST_FETCH_MS } = options;
  let hasEnded = false;
  while (now() < deadline) {
    // Who has waited too long for a holder that died cannot fetch in time any more, and leaves it to the next caller.
    const canFetch = deadline - now() >= leastFetchMs;
    const holder = canFetch ? await leases.acquire(name) : null;
    // Another caller may have stored it between this one's read and its lease.
    const stored = await readFresh(holder !== null || hasEnded);
    if (holder) {
      try {
        return await holdLease({ leases, name, holder }, async (lease) => stored ?? options.fetch(lease));
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
      }
    } else if (stored) return stored;
    await waitForHolder(options);
    hasEnded = true;
    if (!canFetch) await sleep(LEASE_POLL_MS);
  }
  throw new GatewayTimeout();
}

/** Returns when the present holder has stored what it fetched, or is taken for dead. */
async function waitForHolder({ name, leases, now, deadline }: FetchOnceOptions<unknown>): Promise<void> {
  const first = await leases.read(name);
  for (let state = first; state && state.holder === first?.holder; state = await leases.read(name)) {
    if (state.failure !== null) throw new AllSourcesFailed(state.failure);
    if (now() >= deadline) throw new GatewayTimeout();
    await sleep(LEASE_POLL_MS);
  }
}
