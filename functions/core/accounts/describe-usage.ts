import * as z from 'zod/mini';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LimitState } from '../platform/http/limit-fields.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { allowanceOf, type Allowances, type Fetched, leftOfDay } from './allowances.ts';
import { type PlanAllowances, type PlanName, planNames } from './plans.ts';
import type { KeyHolders } from './key-holders.ts';
import type { KeyCount, PlanCount, PlanUsage } from './plan-usage.ts';
import { dayOf, daysBetween, secondsTo, startOfMonth, startOfNextDay, startOfNextMonth } from '../platform/time/day.ts';
import type { UsageAnswer } from './answer-schema.ts';
import { COUNT_WAIT_MS } from './limits.ts';
import { LEASE_POLL_MS } from '../platform/time/limits.ts';
import { logWarning } from '../platform/log-warning.ts';

/** `/api/v1/usage` has no parameters: it is about the calling key. */
export const usageParameters = z.object({});

interface Dependencies {
  holders: Pick<KeyHolders, 'find'>;
  allowances: Pick<Allowances, 'used'>;
  plans: PlanAllowances;
  /** Returns the gateway's count of a plan, including the key if it made requests. */
  countOf: (plan: PlanName, keyId: string) => Promise<PlanCount>;
  now: () => number;
}

/**
 * Returns the usage of a key: of its plan's quota and of its owner's allowances.
 *
 * @throws {ServiceError} gateway_timeout if API Gateway does not return the plan or the counts in time
 */
export async function describeUsage(keyId: string, deps: Dependencies): Promise<UsageAnswer> {
  const holder = await deps.holders.find(keyId);
  const plan = planNames.find((name) => name === holder.plan);
  if (!plan) throw new ServiceError('gateway_timeout');
  const count = await deps.countOf(plan, keyId);
  // Afterwards, since the count can take so long that the next day begins.
  const used = await deps.allowances.used(holder.owner);

  const { quota, days } = requestsOf(count, count.keys[keyId]);
  const limits = allowanceOf(holder, deps.plans);
  const ofDay = (what: Fetched) => ({
    limit_per_day: limits[what],
    used: used[what],
    remaining: Math.max(0, limits[what] - used[what]),
    resets_at: new Date(startOfNextDay(deps.now())).toISOString(),
  });
  return {
    as_of: new Date(count.readAt).toISOString(),
    plan,
    rate_per_second: count.limits.requestsPerSecond,
    burst: count.limits.burst,
    quota,
    domains: ofDay('domains'),
    pages: ofDay('pages'),
    days,
  };
}

/** Returns what is left of the limits that a usage states. @param now milliseconds since the epoch */
export function limitsOf({ quota, ...allowances }: UsageAnswer, now: number): LimitState[] {
  const ofDay = (what: Fetched) => {
    const { limit_per_day: limit, used } = allowances[what];
    return leftOfDay(what, { limit, used, now });
  };
  const month = {
    limit: quota.limit,
    left: quota.remaining,
    seconds: (startOfNextMonth(now) - startOfMonth(now)) / 1000,
    resetSeconds: secondsTo(startOfNextMonth(now), now),
  };
  return [ofDay('domains'), ofDay('pages'), { name: 'month', ...month }];
}

function requestsOf({ limits, readAt }: PlanCount, key: KeyCount | undefined): Pick<UsageAnswer, 'quota' | 'days'> {
  const today = dayOf(readAt);
  const days = daysBetween(`${today.slice(0, 8)}01`, today).map((date, index) => ({
    date,
    requests: key?.days[index] ?? 0,
  }));
  return {
    quota: {
      limit: limits.monthlyQuota,
      period: 'month',
      used: days.reduce((sum, { requests }) => sum + requests, 0),
      remaining: Math.max(0, key?.remaining ?? limits.monthlyQuota),
      resets_at: new Date(startOfNextMonth(readAt)).toISOString(),
    },
    days,
  };
}

/** How long a count is shared. */
const FRESH_MS = 5 * 60_000;

interface Options {
  stored: Pick<PlanUsage, 'read'>;
  /**
   * Reads the count of a plan from API Gateway, and stores it.
   *
   * @returns `null` if another caller is reading it, or tried a moment ago
   */
  refresh: (plan: string) => Promise<PlanCount | null>;
  now: () => number;
}

/**
 * Creates a function that returns the gateway's count of a plan's requests, some minutes old at most; while another
 * caller refreshes it, or if API Gateway does not answer, the older one.
 *
 * @returns finds the part of the count that includes the key
 * @throws {ServiceError} gateway_timeout if there is none in time
 */
export function createSharedCount({ stored, refresh, now }: Options) {
  return async (plan: string, keyId: string): Promise<PlanCount> => {
    const deadline = now() + COUNT_WAIT_MS;
    for (;;) {
      const known = await stored.read(plan, keyId);
      if (known && now() - known.readAt < FRESH_MS) return known;
      const read = await refresh(plan).catch(logWarning('count of requests not read'));
      if (read ?? known) return (read ?? known)!;
      if (now() >= deadline) throw new ServiceError('gateway_timeout');
      await sleep(LEASE_POLL_MS);
    }
  };
}
