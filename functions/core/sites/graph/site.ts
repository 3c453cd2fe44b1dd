import type { CrawledPage } from '../../record/crawled-page.ts';
import type { NotIndexable } from './indexability.ts';

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
