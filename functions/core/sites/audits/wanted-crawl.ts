import type { CrawlsOfDomain } from '../store/site-crawls.ts';

/** What a call for the audit of a site asks for. */
export interface AuditWish {
  /** The site is crawled anew. */
  refresh: boolean;
  /** Most pages of the crawl; absent: it makes no difference to the caller. */
  pages?: number | undefined;
}

/**
 * Whether a call begins a crawl: where there is none, where it asks for a new one, and where it asks for more
 * pages than the last one was to have. One that is under way is waited for in any case.
 */
export function beginsCrawl({ open, ended: [last] }: CrawlsOfDomain, { refresh, pages }: AuditWish): boolean {
  if (open) return false;
  return !last || refresh || (pages !== undefined && pages > last.pageLimit);
}
