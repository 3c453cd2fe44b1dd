import { setTimeout as sleep } from 'node:timers/promises';
import { isError, ServiceError } from './http/errors.ts';
import type { Message } from './http/message.ts';
import type { FetchLeases, HeldLease } from './coordination.ts';
import { LEASE_POLL_MS } from './time/limits.ts';
import { logWarning } from './log-warning.ts';

/** Thrown if another instance has taken over the lease because it was not renewed in time. */
export class LeaseLost extends Error {
  readonly code = 'lease_lost';
}

interface AcquiredLease {
  leases: FetchLeases;
  name: string;
  /** The token that `acquire` returned. */
  holder: string;
}

/**
 * Does the work under an acquired lease, and renews the lease until the work is done. The lease is released after the
 * work, also if it throws a `ServiceError`; the message of an `all_sources_failed` is stored for the waiting callers.
 * After any other error the lease expires, so that another caller tries again some seconds later. A lease that cannot
 * be released expires as well, without an effect on the result.
 */
export async function holdLease<Result>(
  { leases, name, holder }: AcquiredLease,
  work: (lease: HeldLease) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const confirm = async () => {
    if (!(await leases.renew(name, holder))) lost.abort(new LeaseLost(`The lease of ${name} was taken over`));
    return !lost.signal.aborted;
  };
  const end = (failure?: Message) => endLease({ leases, name, holder }, failure);
  // A renewal may fail, because the next one is sent before the lease expires.
  const renewal = setInterval(() => void confirm().catch(() => {}), leases.renewEveryMs);
  try {
    const result = await work({ signal: lost.signal, confirm });
    await end();
    return result;
  } catch (error) {
    if (isError(error))
      await end(isError(error, 'all_sources_failed') ? { text: error.message, values: error.values } : undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Waits until a lease is free, and does the work under it. No other caller waits for the result, so the lease is
 * released after any error.
 *
 * @param deadline milliseconds since the epoch
 * @throws {ServiceError} gateway_timeout if another instance holds the lease until the deadline
 */
export async function holdWhenFree<Result>(
  { leases, name, now, deadline }: { leases: FetchLeases; name: string; now: () => number; deadline: number },
  work: (lease: HeldLease) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const holder = await leases.acquire(name);
    if (holder) {
      const lease = { leases, name, holder };
      return holdLease(lease, work).catch(async (error: unknown) => {
        await endLease(lease);
        throw error;
      });
    }
    if (now() >= deadline) throw new ServiceError('gateway_timeout');
    await sleep(LEASE_POLL_MS);
  }
}

async function endLease({ leases, name, holder }: AcquiredLease, failure?: Message): Promise<void> {
  await leases.release(name, holder, failure).catch(logWarning('lease not released'));
}

export interface FetchOnceOptions<Result> {
  /** Name of the lease: a domain, or the name of another resource. */
  name: string;
  leases: FetchLeases;
  /**
   * Reads the stored result with strong consistency; `null` if it is not recent enough.
   *
   * @param hasEnded no other caller is fetching it: a result that is stored in parts is complete
   */
  readFresh: (hasEnded: boolean) => Promise<Result | null>;
  /** Fetches and stores it, within the deadline. */
  fetch: (lease: HeldLease) => Promise<Result>;
  now: () => number;
  /** No fetch is started if less time than this is left. */
  leastFetchMs: number;
  /** Milliseconds since the epoch; the call fails at this time. */
  deadline: number;
}

/**
 * Makes one fetch for all concurrent callers in all instances: one of them holds the lease and fetches, the others wait
 * for the stored result. If the holder is terminated, one of the waiting callers takes the lease over; a holder that
 * has lost its lease because it did not renew it waits for the result of the new holder.
 *
 * @throws {ServiceError} all_sources_failed if the holder's fetch failed
 * @throws {ServiceError} gateway_timeout if there is no result before the deadline
 */
export async function fetchOnce<Result>(options: FetchOnceOptions<Result>): Promise<Result> {
  const { name, leases, readFresh, now, deadline, leastFetchMs } = options;
  let hasEnded = false;
  while (now() < deadline) {
    // A caller that has waited for a terminated holder may have too little time left; then the next caller fetches.
    const canFetch = deadline - now() >= leastFetchMs;
    const holder = canFetch ? await leases.acquire(name) : null;
    // Another caller may have stored the result between this caller's read and its lease.
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
  throw new ServiceError('gateway_timeout');
}

/** Resolves when the current holder has stored its result, or its lease has expired. */
async function waitForHolder({ name, leases, now, deadline }: FetchOnceOptions<unknown>): Promise<void> {
  const first = await leases.read(name);
  for (let state = first; state && state.holder === first?.holder; state = await leases.read(name)) {
    if (state.failure !== null) throw new ServiceError('all_sources_failed', { message: state.failure });
    if (now() >= deadline) throw new ServiceError('gateway_timeout');
    await sleep(LEASE_POLL_MS);
  }
}
