import type { CrawledPage } from '../../record/crawled-page.ts';

/** Why search engines may not list a page. `unknown`: it could not be read. */
export type NotIndexable =
  'noindex' | 'canonicalised' | 'redirect' | 'client_error' | 'server_error' | 'robots' | 'not_html' | 'unknown';

/**
 * Why search engines may not list a page: the first reason that they meet when they ask for it. A page that gives way to
 * a canonical address and has noindex too is kept out by noindex.
 *
 * @returns `null` where they may
 */
export function whyNotIndexable(page: CrawledPage): NotIndexable | null {
  const { http_status, failure, location, facts } = page;
  if (failure !== null) return failure === 'robots_disallowed' ? 'robots' : 'unknown';
  if (location !== null) return 'redirect';
  if (facts === null) return ofStatus(http_status);
  if (facts.noindex) return 'noindex';
  return facts.canonical === null || facts.canonical === page.url ? null : 'canonicalised';
}

/** @param httpStatus of an answer that is no HTML page */
function ofStatus(httpStatus: number | null): NotIndexable {
  if (httpStatus === 200) return 'not_html';
  const byClass: Record<number, NotIndexable> = { 3: 'redirect', 4: 'client_error', 5: 'server_error' };
  return byClass[Math.floor((httpStatus ?? 0) / 100)] ?? 'unknown';
}
