import type { UsagePlanModel } from '../template/service-model.ts';
import type { ApiKey, ApiKeys } from './api-keys.ts';
import { createTokenBucket } from './token-bucket.ts';

/** What a key's usage plan says of one more request. */
export type UsageVerdict = 'allowed' | 'THROTTLED' | 'QUOTA_EXCEEDED';

/**
 * Counts requests against usage plans as API Gateway documents it: a token bucket for the rate, a calendar month (UTC)
 * for the quota; a throttled request does not count against the quota. AWS applies both best-effort; this is exact.
 */
export function createUsageLimits(plans: UsagePlanModel[], keys: ApiKeys, now: () => number = Date.now) {
  const buckets = new Map<string, () => boolean>();

  return (key: ApiKey): UsageVerdict => {
    const plan = plans.find(({ name }) => name.endsWith(`-${key.plan}`))!;
    const month = new Date(now()).toISOString().slice(0, 7);
    if (keys.used(key, month) >= plan.monthlyQuota) return 'QUOTA_EXCEEDED';
    const take = buckets.get(key.id) ?? createTokenBucket(plan, now);
    buckets.set(key.id, take);
    if (!take()) return 'THROTTLED';
    keys.count(key, month);
    return 'allowed';
  };
}
