import type { RulePage } from '../../analysis/rules/rule.ts';
import { type CrawledPage, isRedirect } from '../../record/crawled-page.ts';

/** A page with its links to the others. */
export interface SitePage extends RulePage {
  /** Index in the list of pages, by which links refer to it. */
  index: number;
  /** The sitemap that lists it, the first of several; `null`: none does. */
  sitemap: string | null;
  /** Index of the page that it redirects to; its own if it does not redirect; `NOWHERE`, or `LOOP` for itself. */
  redirect_target: number;
  /** Index of the final target of its redirects; its own if it does not redirect; `NOWHERE` or `LOOP`. */
  redirect_end: number;
  /** Number of redirects up to the final target; 0: it does not redirect, or there is no final target. */
  redirect_hops: number;
  /** Least number of clicks on followed links from the home page, redirects not counted; `null`: not reachable by links. */
  depth: number | null;
  /** End of the last complete crawl of the last 30 days that found it indexable (ISO 8601); `null`: there is none. */
  last_indexable_at: string | null;
  /** Indices of the other pages that it links to with followed links, each once; redirects are not resolved. */
  outlinks: Uint32Array;
  /** Indices of the other pages that it links to with nofollow, each once. */
  nofollowed: Uint32Array;
  /** Number of its followed links to other addresses, crawled or not. */
  followed_links: number;
  /** Number of all its links to addresses of the site. */
  internal_links: number;
  /** Number of the other pages that link to it with followed links; a redirect is not a link. */
  inlinks: number;
  /** Index of the first of these pages; `NOWHERE`: there is none. */
  first_inlink: number;
  /** PageRank over followed links relative to the highest, 0 to 100; 0 for redirects and pages without a response. */
  internal_rank: number;
}

/** A crawled site. */
export interface Site {
  /** Every address that was requested or must not be requested; the home page is the first. */
  pages: readonly SitePage[];
  /** @returns the page of an address in normal form; `undefined` if it is not among `pages` */
  pageOf(url: string): SitePage | undefined;
  /** There is a sitemap, and all of it could be read. */
  hasSitemap: boolean;
  /**
   * There may be links that are not known: the scope of the crawl excluded pages, or a page has more links than are read
   * or kept.
   */
  hidesLinks: boolean;
  /** A page has more links than are kept. */
  hasCutLinks: boolean;
}

/** Index of a page that was not crawled. */
export const NOWHERE = -1;
/** Index of the final target of redirects that form a loop. */
export const LOOP = -2;

/**
 * Returns the target of each page's redirect.
 *
 * @param numbers indices of the pages, by address
 * @returns for each page the index of its target: its own if it does not redirect, {@link NOWHERE} if the target was not
 *   crawled, {@link LOOP} if it redirects to itself
 */
export function redirectTargets(pages: readonly CrawledPage[], numbers: ReadonlyMap<string, number>): Int32Array {
  return Int32Array.from(pages, (page, index) => {
    if (!isRedirect(page)) return index;
    const target = numbers.get(page.location ?? '') ?? NOWHERE;
    return target === index ? LOOP : target;
  });
}

/**
 * Follows redirects to their final targets, in time proportional to the number of pages.
 *
 * @param targets result of {@link redirectTargets}
 * @returns for each page the index of its final target, {@link NOWHERE} or {@link LOOP} if there is none; and the number of
 *   redirects up to it, otherwise 0
 */
export function redirectEnds(targets: Int32Array): { ends: Int32Array; hops: Int32Array } {
  const UNSEEN = -3;
  const ends = new Int32Array(targets.length).fill(UNSEEN);
  const hops = new Int32Array(targets.length);
  for (let start = 0; start < targets.length; start++) {
    const path: number[] = [];
    let at = start;
    while (at >= 0 && ends[at] === UNSEEN) {
      // Reaching a page of this path again means that it is a loop.
      ends[at] = targets[at] === at ? at : LOOP;
      path.push(at);
      at = targets[at]!;
    }
    const end = at < 0 ? at : ends[at]!;
    for (const index of path.reverse()) {
      ends[index] = end;
      if (end >= 0 && index !== end) hops[index] = hops[targets[index]!]! + 1;
    }
  }
  return { ends, hops };
}
