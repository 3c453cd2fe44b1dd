import type { CrawledFacts } from '../../record/crawled-page.ts';
import type { Severity } from '../../analysis/audit/audit.ts';
import type { Site, SitePage } from '../graph/site.ts';

/** Something that is wrong with pages of a site. */
export interface Issue {
  /** Stable id. */
  id: string;
  severity: Severity;
  /** `site`: it is about how pages stand to each other. */
  scope: 'page' | 'site';
  /** What is wrong, as a sentence about the page. */
  title: string;
  howToFix: string;
  /** Address of the rule's documentation. */
  learnMore: string;
  /**
   * What could not be known (a blocked request, a challenge, a limit) is never found fault with.
   *
   * @returns the pages that show it, each once
   */
  find: (site: Site) => Iterable<SitePage>;
}

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

/** @returns the pages in HTML whose facts have the fault */
export function pagesWhose(site: Site, hasFault: (facts: CrawledFacts) => boolean): HtmlPage[] {
  return htmlPages(site).filter(({ facts }) => hasFault(facts));
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

/**
 * Nothing is known of the target of a link that was not crawled; such links are passed over, and those of a page to
 * itself.
 *
 * @param hasFault is asked once for each page of the site
 * @param among which links are looked at
 * @returns the pages with a link that has the fault
 */
export function pagesWithLink(
  site: Site,
  hasFault: (target: SitePage) => boolean,
  among: 'all' | 'followed' = 'all',
): HtmlPage[] {
  const faulty = Uint8Array.from(site.pages, (page) => Number(hasFault(page)));
  const isFaulty = (index: number) => faulty[index] === 1;
  return htmlPages(site).filter(
    ({ outlinks, nofollowed }) => outlinks.some(isFaulty) || (among === 'all' && nofollowed.some(isFaulty)),
  );
}

/** @returns the page that a redirect names; `undefined` where it is none of the crawled ones, or `page` is no redirect */
export function redirectTarget({ pages }: Site, { redirect_target, index }: SitePage): SitePage | undefined {
  return redirect_target === index ? undefined : pages[redirect_target];
}
