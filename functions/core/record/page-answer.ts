import type { CachedPage, PageAnswer } from './page-record.ts';

type Front = Pick<PageAnswer, 'url' | 'domain' | 'cache_status' | 'first_cached_at' | 'updated_at' | 'age_seconds'>;

/**
 * `data` of the answer as JSON text: first the members that differ between calls, then the stored record unchanged.
 *
 * @param now milliseconds since the epoch
 */
export function pageData(entry: CachedPage, cacheStatus: PageAnswer['cache_status'], now: number): string {
  const front = JSON.stringify(pageFront(entry, cacheStatus, now));
  return `${front.slice(0, -1)},${entry.recordJson.slice(1)}`;
}

/**
 * The members of the answer that are not in the stored record.
 *
 * @param now milliseconds since the epoch
 */
export function pageFront(entry: CachedPage, cacheStatus: PageAnswer['cache_status'], now: number): Front {
  return {
    url: entry.url,
    domain: entry.domain,
    cache_status: cacheStatus,
    first_cached_at: entry.firstCachedAt,
    updated_at: entry.updatedAt,
    age_seconds: Math.max(0, Math.floor((now - Date.parse(entry.updatedAt)) / 1000)),
  };
}
