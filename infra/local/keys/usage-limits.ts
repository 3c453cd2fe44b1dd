import type { UsagePlanModel } from '../template/service-model.ts';
import type { ApiKey, ApiKeys } from './api-keys.ts';
import { createTokenBucket } from './token-bucket.ts';
import { dayOf } from '../../../functions/core/platform/time/day.ts';

/** Whether a key's usage plan allows a request, or the type of the gateway response that refuses it. */
export type UsageResult = 'allowed' | 'INVALID_API_KEY' | 'THROTTLED' | 'QUOTA_EXCEEDED';

/**
 * Counts requests against usage plans as API Gateway documents it: a token bucket for the rate, a calendar month (UTC)
 * for the quota; a throttled request does not count against the quota. AWS applies both best-effort; this is exact.
 */
export function createUsageLimits(plans: UsagePlanModel[], keys: ApiKeys, now: () => number = Date.now) {
  const buckets = new Map<string, () => boolean>();

  return (key: ApiKey): UsageResult => {
    const plan = plans.find(({ id }) => id === key.planId);
    if (!key.enabled || !plan) return 'INVALID_API_KEY';
    const day = dayOf(now());
    if (keys.used(key, day.slice(0, 7)) >= plan.monthlyQuota) return 'QUOTA_EXCEEDED';
    const bucketId = `${key.id} ${plan.id}`;
    const take = buckets.get(bucketId) ?? createTokenBucket(plan, now);
    buckets.set(bucketId, take);
    if (!take()) return 'THROTTLED';
    keys.count(key, day);
    return 'allowed';
  };
}
