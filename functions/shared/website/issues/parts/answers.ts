import type { CrawledFacts } from '../../../record/crawled-page.ts';
import type { Site, SitePage } from '../../site/site.ts';

/** A page in HTML that answered 200. */
export interface HtmlPage extends SitePage {
  facts: CrawledFacts;
}

/** 429 is about who asks, not about the page (RFC 6585, section 4). */
const TOO_MANY_REQUESTS = 429;

/** @returns the pages in HTML that answered 200 */
export function htmlPages({ pages }: Site): HtmlPage[] {
  return pages.filter((page): page is HtmlPage => page.facts !== null && page.failure === null);
}

/** @returns those that search engines may list: what the others say shows in no result */
export function indexablePages(site: Site): HtmlPage[] {
  return htmlPages(site).filter(({ indexable }) => indexable);
}

/** @returns whether the page itself answered 4xx; what a firewall answers in its place is a failure */
export function isClientError({ http_status, failure }: SitePage): boolean {
  return failure === null && isBetween(http_status, 400, 499) && http_status !== TOO_MANY_REQUESTS;
}

/** @returns whether the page itself answered 5xx */
export function isServerError({ http_status, failure }: SitePage): boolean {
  return failure === null && isBetween(http_status, 500, 599);
}

/** @returns whether it is certain that visitors find no page there */
export function isBroken(page: SitePage): boolean {
  return isClientError(page) || isServerError(page) || page.failure === 'name_not_found';
}

function isBetween(status: number | null, least: number, most: number): boolean {
  return status !== null && status >= least && status <= most;
}
