import { setTimeout as sleep } from 'node:timers/promises';
import { AllSourcesFailed, GatewayTimeout } from '../http/errors.ts';
import type { CachedRecord } from '../storage/domain-cache.ts';
import type { FetchLeases } from '../storage/fetch-lease.ts';
import { holdLease } from './hold-lease.ts';

const POLL_MS = 250;
/** Time that a fetch may take. */
const FETCH_MS = 12_000;

export interface FetchOnceOptions {
  domain: string;
  leases: FetchLeases;
  /** Reads the stored record, consistently; `null` where none is new enough to answer with. */
  readFresh: () => Promise<CachedRecord | null>;
  fetch: () => Promise<CachedRecord>;
  now: () => number;
  /** Milliseconds since the epoch; the answer is given up then. */
  deadline: number;
}

/**
 * Makes one fetch of a domain, however many callers ask for it at once in however many instances: one holds the lease
 * and fetches, the others wait for the record. Where the holder dies, one of those who wait takes over.
 *
 * @throws {AllSourcesFailed} as the holder's fetch did
 * @throws {GatewayTimeout} when the record is not there in time
 */
export async function fetchOnce(options: FetchOnceOptions): Promise<CachedRecord> {
  const { domain, leases, readFresh, now, deadline } = options;
  while (now() < deadline) {
    // Who has waited too long for a holder that died cannot fetch in time any more, and leaves it to the next caller.
    const canFetch = deadline - now() >= FETCH_MS;
    const holder = canFetch ? await leases.acquire(domain) : null;
    // Another caller may have stored the record between this one's read and its lease.
    const stored = await readFresh();
    if (holder) {
      const fetched = () => (stored ? Promise.resolve(stored) : options.fetch());
      // Those who wait get the same answer. A defect is not shared: the lease runs out, and another caller tries.
      return holdLease({ leases, domain, holder }, fetched, (error) =>
        error instanceof AllSourcesFailed ? error.message : null,
      );
    }
    if (stored) return stored;
    await waitForHolder(options);
    if (!canFetch) await sleep(POLL_MS);
  }
  throw new GatewayTimeout();
}

/** Returns when the present holder has stored its record, or is taken for dead. */
async function waitForHolder({ domain, leases, now, deadline }: FetchOnceOptions): Promise<void> {
  const first = await leases.read(domain);
  for (let state = first; state && state.holder === first?.holder; state = await leases.read(domain)) {
    if (state.failure !== null) throw new AllSourcesFailed(state.failure);
    if (now() >= deadline) throw new GatewayTimeout();
    await sleep(POLL_MS);
  }
}
