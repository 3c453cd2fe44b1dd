import type { z } from 'zod';
import type * as schema from './page-schema.ts';

/** Types of the entry of a page; `page-schema.ts` describes each member. */
export type PageRecord = z.infer<typeof schema.pageRecord>;
export type PageAnswer = z.infer<typeof schema.pageAnswer>;

/** Version of the shape that this code writes. */
export const PAGE_VERSION = 1;

/** The stored entry of a page. */
export interface CachedPage {
  /** In normal form. */
  url: string;
  domain: string;
  /** ISO 8601 times. */
  firstCachedAt: string;
  updatedAt: string;
  /** Time after which a query requests a failed page again: milliseconds since the epoch; `null` for never. */
  retryAt: number | null;
  /** Version of the shape with which it was written. */
  version: number;
  /** The `PageRecord` as JSON text. */
  recordJson: string;
}

/**
 * Returns `data` of the answer as JSON text: first the members that differ between calls, then the stored record.
 *
 * @param now milliseconds since the epoch
 */
export function pageData(entry: CachedPage, cacheStatus: PageAnswer['cache_status'], now: number): string {
  const front = JSON.stringify(pageFront(entry, cacheStatus, now));
  return `${front.slice(0, -1)},${entry.recordJson.slice(1)}`;
}

/**
 * Returns the members of the answer that are not in the stored record.
 *
 * @param now milliseconds since the epoch
 */
export function pageFront(entry: CachedPage, cacheStatus: PageAnswer['cache_status'], now: number) {
  return {
    url: entry.url,
    domain: entry.domain,
    cache_status: cacheStatus,
    first_cached_at: entry.firstCachedAt,
    updated_at: entry.updatedAt,
    age_seconds: Math.max(0, Math.floor((now - Date.parse(entry.updatedAt)) / 1000)),
  };
}
