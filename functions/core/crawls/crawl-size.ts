import { MAX_SITE_INTERVAL_MS } from '../sources/limits.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { CrawlOptions } from './store/item.ts';

/** Limits that depend on what a crawl may request. Times are in milliseconds. */

/** Page limit up to which all crawls have the same limits of what they keep and request besides their pages. */
const BASE_PAGES = 5_000;

/**
 * Returns a limit that follows the page limit of a crawl: above 5,000 pages, it grows in proportion.
 *
 * @param base limit of a crawl of up to 5,000 pages
 * @param pages number of pages that the crawl may request
 */
export function limitForPages(base: number, pages: number): number {
  return Math.ceil(base * Math.max(1, pages / BASE_PAGES));
}

/** The members of a crawl that its size depends on. */
export interface CrawlSize {
  /** Requested page limit. */
  limit: number;
  /** Number of pages that the owner's allowance admits. */
  admitted: number;
  options: Pick<CrawlOptions, 'external' | 'resources'>;
}

/** @returns the number of pages that a crawl may request */
export const pagesOf = ({ limit, admitted }: Pick<CrawlSize, 'limit' | 'admitted'>) => Math.min(limit, admitted);

/** Maximum numbers of external targets and resources of a crawl, which follow its page limit, and for each of its pages. */
const MAX_EXTERNAL = 2_000;
const MAX_RESOURCES = 5_000;
export const TARGETS_PER_PAGE = 10;

/**
 * Returns how many external targets and resources a crawl may request.
 *
 * @param pages number of pages that it may request
 */
export function targetLimits({ external, resources }: CrawlSize['options'], pages: number) {
  const limit = TARGETS_PER_PAGE * pages;
  return {
    external: external ? Math.min(limit, limitForPages(MAX_EXTERNAL, pages)) : 0,
    resources: resources ? Math.min(limit, limitForPages(MAX_RESOURCES, pages)) : 0,
  };
}

/** Limit of known addresses for each one that may be requested. */
export const KNOWN_PER_REQUEST = 10;
/**
 * Highest limit of known addresses, and of addresses in sitemaps, for the memory of the crawler. A crawl of the most pages
 * knows four for each one: it ends before it lacks addresses.
 */
export const MAX_KNOWN = 200_000;

/**
 * Returns how many addresses a crawl knows at most; in sitemaps, as many others.
 *
 * @param pages number of pages that it may request
 */
export function knownLimit(pages: number): number {
  return Math.min(MAX_KNOWN, KNOWN_PER_REQUEST * pages);
}

/** Addresses in sitemaps that are kept, which follow the page limit of the crawl: more than it knows of links. */
const MAX_LISTED = 50_000;
/** Limit of them for each page: they are stored, which is more than the allowance counts for a crawl of few pages. */
const LISTED_PER_PAGE = 100;

/** Returns how many addresses in sitemaps the plan of a crawl contains at most. */
export function listedLimit(pages: number): number {
  return Math.min(MAX_KNOWN, limitForPages(MAX_LISTED, pages), LISTED_PER_PAGE * pages);
}

/** Characters of each address on average, as far as all are kept, of at least so many addresses: real ones have about a hundred. */
const CHARACTERS_PER_ADDRESS = 200;
const LEAST_ADDRESSES = 50_000;

/**
 * Returns how many characters the kept addresses have at most: with the greatest length of an address, those of one crawl
 * would take the memory of the crawls that share its invocation.
 *
 * @param addresses how many are kept at most
 */
export function charactersLimit(addresses: number): number {
  return CHARACTERS_PER_ADDRESS * Math.max(LEAST_ADDRESSES, addresses);
}

/** Number of sitemap files that are read at most; it follows the page limit. */
export const MAX_SITEMAP_FILES = 50;
/** Requests of a crawl besides those for its pages and sitemap files: robots.txt, redirects to the home page. */
const OTHER_REQUESTS = 50;

/** @returns the highest number of requests of a crawl */
function requestsOf(crawl: CrawlSize): number {
  const pages = pagesOf(crawl);
  const { external, resources } = targetLimits(crawl.options, pages);
  return pages + external + resources + limitForPages(MAX_SITEMAP_FILES, pages) + OTHER_REQUESTS;
}

const DEFAULTS = { external: false, resources: false };
/** Minimum lifetime of the items that a crawl does not need after its end. */
const MIN_LIFETIME_MS = 7 * DAY_MS;
/** Lifetime as a multiple of the time of all requests at the longest `Crawl-delay`: other crawls of the site take turns. */
const LIFETIME_FACTOR = 3;
/** The end of a crawl needs its items for a part of this time. */
const END_MS = DAY_MS;

/**
 * Returns how long the items of a crawl are kept that it does not need after its end: a week, and longer for a crawl that
 * may take longer.
 */
export function crawlLifetimeMs({ limit = 0, admitted = limit, options = DEFAULTS }: Partial<CrawlSize>): number {
  const crawl = { limit, admitted, options };
  return Math.max(MIN_LIFETIME_MS, LIFETIME_FACTOR * MAX_SITE_INTERVAL_MS * requestsOf(crawl));
}

/** Returns the time after its start at which a crawl ends with the pages that it has, before the first item expires. */
export function maxDurationMs(crawl: CrawlSize): number {
  return crawlLifetimeMs(crawl) - END_MS;
}

/** Slices of a request that waits for a slot of the site: its own, and one that another request to the site delays. */
const SLICES_PER_REQUEST = 2;
/** The longest delay of a message in SQS. */
const MAX_DELAY_MS = 15 * 60_000;

/**
 * Returns the limit of slices of a crawl. Each slice sends the message of the next one, which Lambda's recursive loop
 * detection would stop after about 16. The crawler has loop detection disabled and this limit instead. Its lifetime limits
 * the slices that only wait, after `Retry-After` or for the crawl of another domain.
 *
 * @returns the number of slices after which the crawl ends with the pages that it has
 */
export function maxSlices(crawl: CrawlSize): number {
  return SLICES_PER_REQUEST * requestsOf(crawl) + Math.ceil(crawlLifetimeMs(crawl) / MAX_DELAY_MS);
}
