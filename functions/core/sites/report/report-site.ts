import type { CrawledPage } from '../../record/crawled-page.ts';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { duplicates } from '../issues/texts.ts';
import { buildSite, type SitemapListing } from '../graph/build-site.ts';
import type { Skipped } from '../graph/traps/traps.ts';
import { findIssues, issueSummary, siteRows } from './site-rows.ts';
import { type PreviousCrawl, siteChanges } from './site-changes.ts';
import { htmlPages, isBroken } from '../issues/issue.ts';
import { orphans } from '../issues/sitemaps.ts';
import type { Site, SitePage } from '../graph/site.ts';

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
 * @returns the values of the site, and a row for each page in the order of the crawl
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

/** @returns how many pages there are, by what search engines make of them */
function pageCounts({ pages }: Site): SiteResult['pages'] {
  const because = (reason: SitePage['reason']) => pages.filter((page) => page.reason === reason).length;
  return {
    total: pages.length,
    indexable: because(null),
    noindex: because('noindex'),
    canonicalised: because('canonicalised'),
    redirected: because('redirect'),
    client_errors: because('client_error'),
    server_errors: because('server_error'),
    blocked_by_robots: because('robots'),
  };
}

/** @returns the mean score of the indexable pages, 0 to 100; `null` where there are none */
function siteScore({ pages }: Site): number | null {
  const scores = pages.flatMap(({ indexable, facts }) => (indexable && facts ? [facts.seo_score] : []));
  return scores.length === 0 ? null : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/** @returns the number of HTML pages for each number of clicks; what no link leads to is left out */
function depthCounts(site: Site): SiteResult['depth'] {
  const counts: SiteResult['depth'] = {};
  for (const { depth } of htmlPages(site)) if (depth !== null) counts[depth] = (counts[depth] ?? 0) + 1;
  return counts;
}

/**
 * Counts the links of all pages: to the site each target once a page, followed or not. Broken is what the issue
 * `broken-link` calls so; what was not crawled is not.
 */
function linkCounts(site: Site): SiteResult['links'] {
  const broken = Uint8Array.from(site.pages, (page) => Number(isBroken(page)));
  const brokenOf = (links: number[]) => links.reduce((sum, index) => sum + broken[index]!, 0);
  const counts = { internal: 0, external: 0, broken_internal: 0 };
  for (const { facts, outlinks, nofollowed } of htmlPages(site)) {
    counts.internal += facts.links.length;
    counts.external += facts.external_links;
    counts.broken_internal += brokenOf(outlinks) + brokenOf(nofollowed);
  }
  return counts;
}

/**
 * Counts what sitemaps list. What could not be read is not called unfit for the index.
 *
 * @param listed addresses that the sitemaps list
 */
function sitemapCounts(site: Site, listed: ReadonlySet<string>): NonNullable<SiteResult['sitemap']> {
  const pages = site.pages.filter((page) => page.in_sitemap);
  const isUnfit = ({ reason }: SitePage) => reason !== null && reason !== 'unknown';
  return {
    listed: listed.size,
    crawled: pages.length,
    not_linked: orphans(site).length,
    not_indexable: pages.filter(isUnfit).length,
  };
}

/** Pages in the list of those with the highest internal rank. */
const MOST_LINKED = 10;

/** @returns the pages of the highest internal rank, the highest first; none that has none, such as redirects */
function mostLinked({ pages }: Site): SiteResult['most_linked'] {
  return pages
    .filter(({ internal_rank }) => internal_rank > 0)
    .sort((a, b) => b.internal_rank - a.internal_rank)
    .slice(0, MOST_LINKED)
    .map(({ url, internal_rank }) => ({ url, internal_rank }));
}
