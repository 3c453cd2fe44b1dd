import { setTimeout as sleep } from 'node:timers/promises';
import { AllSourcesFailed, GatewayTimeout } from '../http/errors.ts';
import type { FetchLeases } from '../storage/fetch-lease.ts';
import { holdLease } from './hold-lease.ts';

const POLL_MS = 250;
/** Time that a fetch of a domain may take. */
const DOMAIN_FETCH_MS = 12_000;

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
  /** Fetches and stores it. */
  fetch: () => Promise<Result>;
  now: () => number;
  /** Time that the fetch may take. */
  fetchMs?: number;
  /** Milliseconds since the epoch; the answer is given up then. */
  deadline: number;
}

/**
 * Makes one fetch, however many callers ask for it at once in however many instances: one holds the lease
 * and fetches, the others wait for what it stores. Where the holder dies, one of those who wait takes over.
 *
 * @throws {AllSourcesFailed} as the holder's fetch did
 * @throws {GatewayTimeout} when it is not there in time
 */
export async function fetchOnce<Result>(options: FetchOnceOptions<Result>): Promise<Result> {
  const { name, leases, readFresh, now, deadline, fetchMs = DOMAIN_FETCH_MS } = options;
  let hasEnded = false;
  while (now() < deadline) {
    // Who has waited too long for a holder that died cannot fetch in time any more, and leaves it to the next caller.
    const canFetch = deadline - now() >= fetchMs;
    const holder = canFetch ? await leases.acquire(name) : null;
    // Another caller may have stored it between this one's read and its lease.
    const stored = await readFresh(holder !== null || hasEnded);
    if (holder) {
      const fetched = () => (stored ? Promise.resolve(stored) : options.fetch());
      // Those who wait get the same answer. A defect is not shared: the lease runs out, and another caller tries.
      return holdLease({ leases, name, holder }, fetched, (error) =>
        error instanceof AllSourcesFailed ? error.message : null,
      );
    }
    if (stored) return stored;
    await waitForHolder(options);
    hasEnded = true;
    if (!canFetch) await sleep(POLL_MS);
  }
  throw new GatewayTimeout();
}

/** Returns when the present holder has stored what it fetched, or is taken for dead. */
async function waitForHolder({ name, leases, now, deadline }: FetchOnceOptions<unknown>): Promise<void> {
  const first = await leases.read(name);
  for (let state = first; state && state.holder === first?.holder; state = await leases.read(name)) {
    if (state.failure !== null) throw new AllSourcesFailed(state.failure);
    if (now() >= deadline) throw new GatewayTimeout();
    await sleep(POLL_MS);
  }
}
