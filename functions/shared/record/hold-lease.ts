import type { FetchLeases } from '../storage/fetch-lease.ts';

/**
 * Does the work under a lease that was acquired, and keeps renewing it meanwhile. The lease ends with the work; where
 * the work throws, `failureOf` says what those who wait are told, or `null` to let the lease run out for another to try.
 * A lease that cannot be ended runs out: what came of the work stays what it is.
 */
export async function holdLease<Result>(
  { leases, name, holder }: { leases: FetchLeases; name: string; holder: string },
  work: () => Promise<Result>,
  failureOf: (error: unknown) => string | null = () => null,
): Promise<Result> {
  const end = (failure?: string) => leases.release(name, holder, failure).catch(warnOfRelease);
  // A renewal that fails is made up for by the next one.
  const renewal = setInterval(() => void leases.renew(name, holder).catch(() => false), leases.renewEveryMs);
  try {
    const result = await work();
    await end();
    return result;
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) await end(failure);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

function warnOfRelease(error: unknown) {
  console.warn(JSON.stringify({ level: 'WARN', message: 'lease not ended', error: (error as Error).name }));
}
