import type { CrawledPage } from '../../record/crawled-page.ts';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { duplicates } from '../issues/texts.ts';
import { buildSite, type SitemapListing } from '../graph/build-site.ts';
import type { Skipped } from '../graph/skipped-addresses.ts';
import { findIssues, issueSummary } from './issue-list.ts';
import { siteChanges, type PreviousCrawl } from './site-changes.ts';
import { siteRows } from './site-rows.ts';
import { depthCounts, linkCounts, mostLinked, pageCounts, sitemapCounts, siteScore } from './site-counts.ts';

/** A crawl that is over. */
export interface CrawledSite {
  /** Each address once, in the order in which they were asked for; the home page is the first. */
  crawled: readonly CrawledPage[];
  /** It had all pages that it could find: it has no stop reason. */
  isWhole: boolean;
  /** `found`: there is a sitemap of which something could be read. */
  sitemap: SitemapListing & { found: boolean };
  skipped: Skipped[];
  /** The crawl before; `null`: there was none. */
  previous: PreviousCrawl | null;
}

/**
 * What a crawl came to, in time and memory in proportion to its pages and links.
 *
 * @returns the figures of the site, and a row for each page in the order of the crawl
 */
export function reportSite(crawl: CrawledSite): { result: SiteResult; rows: SiteRow[] } {
  const { crawled, isWhole, sitemap, skipped, previous } = crawl;
  const site = buildSite(crawled, sitemap);
  const issues = findIssues(site);
  const rows = siteRows(site, issues);
  const result: SiteResult = {
    site_score: siteScore(site),
    pages: pageCounts(site),
    issues: issues.map(issueSummary),
    links: linkCounts(site),
    depth: depthCounts(site),
    sitemap: sitemap.found ? sitemapCounts(site, sitemap.listed) : null,
    duplicates: {
      titles: duplicates(site, 'title').length,
      descriptions: duplicates(site, 'meta_description').length,
      contents: duplicates(site, 'text_hash').length,
    },
    most_linked: mostLinked(site),
    skipped,
    changes: previous && siteChanges(previous, { isWhole, rows }),
  };
  return { result, rows };
}
