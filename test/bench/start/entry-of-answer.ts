import type { CachedRecord } from '../../../functions/core/record/cached-record.ts';

/** Returns the cached entry of a response of `/seo/query`, without a due retry. */
export function entryOfAnswer(data: Record<string, unknown>): CachedRecord {
  const { domain, domain_unicode, cache_status: _, first_cached_at, updated_at, age_seconds: __, ...record } = data;
  return {
    domain: domain as string,
    domainUnicode: domain_unicode as string,
    firstCachedAt: first_cached_at as string,
    updatedAt: updated_at as string,
    allFetchedAt: updated_at as string,
    retryAt: null,
    retries: {},
    pending: [],
    recordJson: JSON.stringify(record),
  };
}
