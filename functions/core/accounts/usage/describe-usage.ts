import * as z from 'zod/mini';
import { ServiceError } from '../../platform/http/errors.ts';
import { allowanceOf } from '../plan-allowances.ts';
import { type PlanAllowances, type PlanName, planNames } from '../../platform/settings/catalogue.ts';
import type { Allowances } from '../allowances.ts';
import type { KeyHolders } from '../key-holders.ts';
import type { KeyCount, PlanCount } from '../plan-usage.ts';
import { dayOf, daysBetween, startOfNextDay, startOfNextMonth } from '../../platform/time/day.ts';
import type { UsageAnswer } from './answer-schema.ts';

interface Dependencies {
  holders: Pick<KeyHolders, 'find'>;
  allowances: Pick<Allowances, 'used'>;
  plans: PlanAllowances;
  /** The gateway's count of a plan, with that of the key if it made requests. */
  countOf: (plan: PlanName, keyId: string) => Promise<PlanCount>;
  now: () => number;
}

/**
 * What a key has used of what its plan, and its owner's allowance, give it.
 *
 * @throws {ServiceError} gateway_timeout where API Gateway does not say in time on which plan the key is, or what it has counted
 */
export async function describeUsage(keyId: string, deps: Dependencies): Promise<UsageAnswer> {
  const holder = await deps.holders.find(keyId);
  const plan = planNames.find((name) => name === holder.plan);
  if (!plan) throw new ServiceError('gateway_timeout');
  const [count, used] = await Promise.all([deps.countOf(plan, keyId), deps.allowances.used(holder.owner)]);

  const { quota, days } = requestsOf(count, count.keys[keyId]);
  const limits = allowanceOf(holder, deps.plans);
  const ofDay = (what: keyof typeof limits) => ({
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

/** `/api/v1/usage` has no parameters: it is about the key that asks. */
export const usageParameters = z.object({});
