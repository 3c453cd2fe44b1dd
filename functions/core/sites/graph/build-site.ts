import type { CrawledLink, CrawledPage } from '../../record/crawled-page.ts';
import { clickDepths } from './click-depths.ts';
import { whyNotIndexable } from './indexability.ts';
import { internalRanks } from './internal-ranks.ts';
import { NOWHERE, redirectEnds, redirectTargets } from './redirect-ends.ts';
import type { Site, SitePage } from './site.ts';

/** What the sitemaps of a site say. */
export interface SitemapListing {
  /** Addresses in normal form. */
  listed: ReadonlySet<string>;
  /** There is a sitemap, and it could be read whole. */
  isWhole: boolean;
}

/**
 * Finds out how the pages of a crawl stand to each other, in time in proportion to pages and links. Links to what was
 * not crawled are left out, and those of a page to itself.
 *
 * @param crawled each address once, in the order in which they were asked for; the home page is the first
 */
export function buildSite(crawled: readonly CrawledPage[], { listed, isWhole }: SitemapListing): Site {
  const numbers = new Map(crawled.map(({ url }, index) => [url, index]));
  const targets = redirectTargets(crawled, numbers);
  const ends = redirectEnds(targets);
  const pages = crawled.map((page, index): SitePage => {
    const reason = whyNotIndexable(page);
    return {
      ...page,
      index,
      in_sitemap: listed.has(page.url),
      redirect_target: targets[index]!,
      redirect_end: ends[index]!,
      depth: null,
      indexable: reason === null,
      reason,
      ...linksOf(page.facts?.links ?? [], index, numbers),
      inlinks: [],
      internal_rank: 0,
    };
  });
  for (const { index, outlinks } of pages) for (const target of outlinks) pages[target]!.inlinks.push(index);
  const depths = clickDepths(pages, targets);
  const ranks = internalRanks(pages, ends);
  for (const page of pages) {
    page.depth = depths[page.index]!;
    page.internal_rank = ranks[page.index]!;
  }
  return { pages, pageOf: (url) => pages[numbers.get(url) ?? NOWHERE], hasSitemap: isWhole };
}

function linksOf(
  links: readonly CrawledLink[],
  from: number,
  numbers: ReadonlyMap<string, number>,
): Pick<SitePage, 'outlinks' | 'nofollowed'> {
  const found: Pick<SitePage, 'outlinks' | 'nofollowed'> = { outlinks: [], nofollowed: [] };
  for (const { url, nofollow } of links) {
    const target = numbers.get(url);
    if (target !== undefined && target !== from) found[nofollow ? 'nofollowed' : 'outlinks'].push(target);
  }
  return found;
}
