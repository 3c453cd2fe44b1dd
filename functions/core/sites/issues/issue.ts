import type { CrawledFacts } from '../../record/crawled-page.ts';
import type { Severity } from '../../analysis/audit/audit.ts';
import type { Site, SitePage } from '../graph/site.ts';

/** Definition of an issue of pages of a site. */
export interface Issue {
  /** Stable id. */
  id: string;
  severity: Severity;
  /** `site`: it concerns relations between pages. */
  scope: 'page' | 'site';
  /** The issue as a sentence about the page. */
  title: string;
  howToFix: string;
  /** Address of the rule's documentation. */
  learnMore: string;
  /**
   * Finds the pages with the issue. What could not be determined (a blocked request, a challenge, a limit) is not reported.
   *
   * @returns the pages with the issue, each once
   */
  find: (site: Site) => Iterable<SitePage>;
}

/** An HTML page with status 200. */
export interface HtmlPage extends SitePage {
  facts: CrawledFacts;
}

/** 429 concerns the client, not the page (RFC 6585, section 4). */
const TOO_MANY_REQUESTS = 429;

/** @returns the HTML pages with status 200 */
export function htmlPages({ pages }: Site): HtmlPage[] {
  return pages.filter((page): page is HtmlPage => page.facts !== null && page.failure === null);
}

/** @returns the HTML pages whose facts have the fault */
export function pagesWhose(site: Site, hasFault: (facts: CrawledFacts) => boolean): HtmlPage[] {
  return htmlPages(site).filter(({ facts }) => hasFault(facts));
}

/** @returns the indexable HTML pages: the content of others appears in no search result */
export function indexablePages(site: Site): HtmlPage[] {
  return htmlPages(site).filter(({ indexable }) => indexable);
}

/** @returns whether the page itself responded with 4xx; a response of a firewall is a failure instead */
export function isClientError({ http_status, failure }: SitePage): boolean {
  return failure === null && isBetween(http_status, 400, 499) && http_status !== TOO_MANY_REQUESTS;
}

/** @returns whether the page itself responded with 5xx */
export function isServerError({ http_status, failure }: SitePage): boolean {
  return failure === null && isBetween(http_status, 500, 599);
}

/** @returns whether visitors certainly find no page at the address */
export function isBroken(page: SitePage): boolean {
  return isClientError(page) || isServerError(page) || page.failure === 'name_not_found';
}

function isBetween(status: number | null, least: number, most: number): boolean {
  return status !== null && status >= least && status <= most;
}

/**
 * Finds pages with a link to a faulty page. Links to addresses that were not crawled, and of a page to itself, are ignored.
 *
 * @param hasFault called once for each page of the site
 * @param among the links to check
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

/** @returns the target of a redirect; `undefined` if it was not crawled, or `page` is no redirect */
export function redirectTarget({ pages }: Site, { redirect_target, index }: SitePage): SitePage | undefined {
  return redirect_target === index ? undefined : pages[redirect_target];
}
