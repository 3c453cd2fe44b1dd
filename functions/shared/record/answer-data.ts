import type { DomainAnswer } from './record.ts';
import type { CachedRecord } from './cached-record.ts';

/**
 * `data` of the answer as JSON text: first the members that differ between calls, then the stored record unchanged.
 *
 * @param now milliseconds since the epoch
 */
export function answerData(entry: CachedRecord, cacheStatus: DomainAnswer['cache_status'], now: number): string {
  const front = JSON.stringify({
    domain: entry.domain,
    domain_unicode: entry.domainUnicode,
    cache_status: cacheStatus,
    first_cached_at: entry.firstCachedAt,
    updated_at: entry.updatedAt,
    age_seconds: Math.max(0, Math.floor((now - Date.parse(entry.updatedAt)) / 1000)),
  });
  return `${front.slice(0, -1)},${entry.recordJson.slice(1)}`;
}
