import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../platform/http/errors.ts';
import type { PlanCount, PlanUsage } from '../plan-usage.ts';
import { COUNT_WAIT_MS, LEASE_POLL_MS } from '../../platform/time/limits.ts';

/** A count is shared for so long. */
const FRESH_MS = 5 * 60_000;

interface Options {
  stored: Pick<PlanUsage, 'read'>;
  /**
   * Reads the count of a plan from API Gateway, and stores it.
   *
   * @returns `null` where another does already, or has tried a moment ago
   */
  readAnew: (plan: string) => Promise<PlanCount | null>;
  now: () => number;
}

/**
 * The gateway's count of a plan's requests, minutes old at most; while one caller reads it anew, or where API Gateway
 * does not answer, the older one.
 *
 * @returns finds the part of the count that has the key's
 * @throws {ServiceError} gateway_timeout where there is none in time
 */
export function createSharedCount({ stored, readAnew, now }: Options) {
  return async (plan: string, keyId: string): Promise<PlanCount> => {
    const deadline = now() + COUNT_WAIT_MS;
    for (;;) {
      const known = await stored.read(plan, keyId);
      if (known && now() - known.readAt < FRESH_MS) return known;
      const read = await readAnew(plan).catch(warn);
      if (read ?? known) return (read ?? known)!;
      if (now() >= deadline) throw new ServiceError('gateway_timeout');
      await sleep(LEASE_POLL_MS);
    }
  };
}

function warn(error: unknown): null {
  const { name } = error as Error;
  console.warn(JSON.stringify({ level: 'WARN', message: 'count of requests not read', error: name }));
  return null;
}
