import type { FetchLeases } from '../storage/fetch-lease.ts';

/**
 * Does the work under a lease that was acquired, and keeps renewing it meanwhile. The lease ends with the work; where
 * the work throws, `failureOf` says what those who wait are told, or `null` to let the lease run out for another to try.
 */
export async function holdLease<Result>(
  { leases, domain, holder }: { leases: FetchLeases; domain: string; holder: string },
  work: () => Promise<Result>,
  failureOf: (error: unknown) => string | null = () => null,
): Promise<Result> {
  // A renewal that fails is made up for by the next one.
  const renewal = setInterval(() => void leases.renew(domain, holder).catch(() => false), leases.renewEveryMs);
  try {
    const result = await work();
    await leases.release(domain, holder);
    return result;
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) await leases.release(domain, holder, failure);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}
