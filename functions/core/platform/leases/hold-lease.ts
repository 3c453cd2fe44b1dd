import { setTimeout as sleep } from 'node:timers/promises';
import { isError, ServiceError } from '../http/errors.ts';
import type { Message } from '../http/message.ts';
import type { FetchLeases, HeldLease } from '../queues/fetch-lease.ts';
import { LEASE_POLL_MS } from '../time/limits.ts';

/** Thrown when another instance has taken over the lease, because it was not renewed in time. */
export class LeaseLost extends Error {
  readonly code = 'lease_lost';
}

interface AcquiredLease {
  leases: FetchLeases;
  name: string;
  /** The token that `acquire` gave. */
  holder: string;
}

/**
 * Does the work under an acquired lease, and renews the lease until the work is done. The lease is released after the
 * work, also when it throws a `ServiceError`; the message of an `AllSourcesFailed` is left for the callers who wait.
 * After any other error the lease expires, so that another caller tries again some seconds later. A lease that cannot be
 * released expires as well, without an effect on the result.
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
  // A renewal may fail: the next one comes before the lease expires.
  const renewal = setInterval(() => void confirm().catch(() => {}), leases.renewEveryMs);
  try {
    const result = await work({ signal: lost.signal, confirm });
    await end();
    return result;
  } catch (error) {
    if (isError(error))
      await end(isError(error, 'all_sources_failed') ? { text: error.message, params: error.params } : undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Waits until a lease is free, and does the work under it. Nobody waits for its result, so the lease is released after
 * any error.
 *
 * @param deadline milliseconds since the epoch
 * @throws {ServiceError} gateway_timeout when another instance holds it until then
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

function endLease({ leases, name, holder }: AcquiredLease, failure?: Message): Promise<void> {
  return leases.release(name, holder, failure).catch(warnOfRelease);
}

function warnOfRelease(error: unknown) {
  console.warn(JSON.stringify({ level: 'WARN', message: 'lease not ended', error: (error as Error).name }));
}
