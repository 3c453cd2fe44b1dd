import type { CrawledPage } from '../../record/crawled-page.ts';

/** A page with its place among the others. */
export interface SitePage extends CrawledPage {
  /** Its number: links name pages by it. */
  index: number;
  /** A sitemap lists it. */
  in_sitemap: boolean;
  /** Number of the page that it redirects to: its own where it does not redirect; `NOWHERE`, or `CIRCLE` for itself. */
  redirect_target: number;
  /** Number of the page at the end of its redirects: its own where it does not redirect; `NOWHERE` or `CIRCLE`. */
  redirect_end: number;
  /** Least number of clicks on followed links from the home page, redirects not counted; `null` where none lead there. */
  depth: number | null;
  /** Whether search engines may list it. */
  indexable: boolean;
  /** Why not. */
  reason: NotIndexable | null;
  /** Numbers of the other pages that it links to with followed links, each once: of redirects, not of their targets. */
  outlinks: number[];
  /** The same of links that are not followed. */
  nofollowed: number[];
  /** Numbers of the other pages that link to it with followed links; a redirect is no link. */
  inlinks: number[];
  /** Internal rank, 0 to 100: PageRank over followed links, of the highest; 0 for redirects and what did not answer. */
  internal_rank: number;
}

/** A site that was crawled. */
export interface Site {
  /** Every address that was asked for, or may not be asked for; the home page is the first. */
  pages: readonly SitePage[];
  /** @returns the page of an address in normal form; `undefined` where it is none of `pages` */
  pageOf(url: string): SitePage | undefined;
  /** There is a sitemap that could be read whole. */
  hasSitemap: boolean;
}

/** Why search engines may not list a page. `unknown`: it could not be read. */
type NotIndexable =
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

/** Stands for a page that was not crawled. */
export const NOWHERE = -1;
/** Stands for the end of redirects that lead in a circle. */
export const CIRCLE = -2;

/** @returns whether the page answered with a redirect that says where to */
export function isRedirect({ location, failure }: CrawledPage): boolean {
  return failure === null && location !== null;
}

/**
 * Where each page redirects to.
 *
 * @param numbers of the pages, by address
 * @returns for each page the number of the page that it redirects to: its own where it does not redirect,
 *   {@link NOWHERE} where that was not crawled, {@link CIRCLE} where it redirects to itself
 */
export function redirectTargets(pages: readonly CrawledPage[], numbers: ReadonlyMap<string, number>): Int32Array {
  return Int32Array.from(pages, (page, index) => {
    if (!isRedirect(page)) return index;
    const target = numbers.get(page.location ?? '') ?? NOWHERE;
    return target === index ? CIRCLE : target;
  });
}

/**
 * Follows redirects to their ends, in time in proportion to the number of pages.
 *
 * @param targets as {@link redirectTargets} gives them
 * @returns for each page the number of the page at the end; {@link NOWHERE} or {@link CIRCLE} where there is none
 */
export function redirectEnds(targets: Int32Array): Int32Array {
  const UNSEEN = -3;
  const ends = new Int32Array(targets.length).fill(UNSEEN);
  for (let start = 0; start < targets.length; start++) {
    const path: number[] = [];
    let at = start;
    while (at >= 0 && ends[at] === UNSEEN) {
      // Who comes back to a page of the path has gone in a circle.
      ends[at] = targets[at] === at ? at : CIRCLE;
      path.push(at);
      at = targets[at]!;
    }
    const end = at < 0 ? at : ends[at]!;
    for (const index of path) ends[index] = end;
  }
  return ends;
}
