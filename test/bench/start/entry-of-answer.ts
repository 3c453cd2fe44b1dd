import type { CachedRecord } from '../../../functions/core/record/cached-record.ts';

/** The cached entry that `/seo/query` has made an answer of, without anything due to be healed. */
export function entryOfAnswer(data: Record<string, unknown>): CachedRecord {
  const { domain, domain_unicode, cache_status: _, first_cached_at, updated_at, age_seconds: __, ...record } = data;
  return {
    domain: domain as string,
    domainUnicode: domain_unicode as string,
    firstCachedAt: first_cached_at as string,
    updatedAt: updated_at as string,
    healAfter: null,
    healing: {},
    recordJson: JSON.stringify(record),
  };
}
