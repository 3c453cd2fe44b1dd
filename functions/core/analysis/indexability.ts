import type { CrawledPage } from '../record/crawled-page.ts';

/** Why search engines may not list a page. `unknown`: it was not read. */
export type NotIndexable =
  'noindex' | 'canonicalised' | 'redirect' | 'client_error' | 'server_error' | 'robots' | 'not_html' | 'unknown';

/**
 * Returns why search engines may not list a page: the first reason that they find when they request it. For a page that
 * has noindex and another canonical address, it is noindex. Googlebot's group of robots.txt decides, not that of this
 * crawler.
 *
 * @returns `null` if they may list it
 */
export function whyNotIndexable(page: CrawledPage): NotIndexable | null {
  const { http_status, failure, location, facts, googlebot } = page;
  if (googlebot && googlebot.disallowedBy !== null) return 'robots';
  if (failure !== null) return 'unknown';
  if (location !== null) return 'redirect';
  if (facts === null) return ofStatus(http_status);
  if (facts.noindex) return 'noindex';
  return facts.canonical === null || facts.canonical === page.url ? null : 'canonicalised';
}

/** @param httpStatus of a response that is no HTML page */
function ofStatus(httpStatus: number | null): NotIndexable {
  if (httpStatus === 200) return 'not_html';
  const byClass: Record<number, NotIndexable> = { 3: 'redirect', 4: 'client_error', 5: 'server_error' };
  return byClass[Math.floor((httpStatus ?? 0) / 100)] ?? 'unknown';
}

/**
 * Returns whether search engines may list a page, and why not.
 *
 * @returns `indexable` is `null` if it was not read, and robots.txt does not disallow it for Googlebot
 */
export function indexabilityOf(page: CrawledPage): { indexable: boolean | null; reason: NotIndexable | null } {
  const reason = whyNotIndexable(page);
  return { indexable: reason === 'unknown' ? null : reason === null, reason };
}
