import type { DomainAnswer } from './record.ts';
import type { CachedRecord } from './cached-record.ts';
import { pendingIn, underWay } from './under-way.ts';

/**
 * `data` of the answer as JSON text: first the members that differ between calls, then the stored record unchanged.
 *
 * @param now milliseconds since the epoch
 */
export function answerData(entry: CachedRecord, cacheStatus: DomainAnswer['cache_status'], now: number): string {
  const front = JSON.stringify(frontOf(entry, cacheStatus, pendingIn(entry.recordJson), now));
  return `${front.slice(0, -1)},${entry.recordJson.slice(1)}`;
}

/**
 * The members of the answer that are not in the stored record.
 *
 * @param pending ids of the pending sources that the answer is about
 * @param now milliseconds since the epoch
 */
export function frontOf(
  entry: CachedRecord,
  cacheStatus: DomainAnswer['cache_status'],
  pending: string[],
  now: number,
) {
  return {
    domain: entry.domain,
    domain_unicode: entry.domainUnicode,
    cache_status: cacheStatus,
    first_cached_at: entry.firstCachedAt,
    updated_at: entry.updatedAt,
    age_seconds: Math.max(0, Math.floor((now - Date.parse(entry.updatedAt)) / 1000)),
    ...underWay(pending, entry, now),
  };
}
