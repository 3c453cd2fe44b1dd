import { setTimeout as sleep } from 'node:timers/promises';
import { AllSourcesFailed, GatewayTimeout, ServiceError } from '../http/errors.ts';
import type { FetchLeases, HeldLease } from '../storage/fetch-lease.ts';
import { LEASE_POLL_MS } from '../time/limits.ts';

/** Another instance has taken the lease over, since this one stood still for too long. */
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
 * Does the work under a lease that was acquired, and renews it meanwhile. The lease ends with the work. Where the work
 * throws an answer to its caller (a `ServiceError`) it ends as well, and those who wait are told of `AllSourcesFailed`;
 * after a defect it expires, so that another caller tries some seconds later. Where the lease cannot be ended it
 * expires, too: what came of the work stays what it is.
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
  const end = (failure?: string) => endLease({ leases, name, holder }, failure);
  // A renewal that fails is made up for by the next one.
  const renewal = setInterval(() => void confirm().catch(() => {}), leases.renewEveryMs);
  try {
    const result = await work({ signal: lost.signal, confirm });
    await end();
    return result;
  } catch (error) {
    if (error instanceof ServiceError) await end(error instanceof AllSourcesFailed ? error.message : undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Waits until a lease is free, and does the work under it. Since nobody waits for what comes of the work, the lease ends
 * after a defect as well.
 *
 * @param deadline milliseconds since the epoch
 * @throws {GatewayTimeout} where another holds it until then
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
    if (now() >= deadline) throw new GatewayTimeout();
    await sleep(LEASE_POLL_MS);
  }
}

function endLease({ leases, name, holder }: AcquiredLease, failure?: string): Promise<void> {
  return leases.release(name, holder, failure).catch(warnOfRelease);
}

function warnOfRelease(error: unknown) {
  console.warn(JSON.stringify({ level: 'WARN', message: 'lease not ended', error: (error as Error).name }));
}
