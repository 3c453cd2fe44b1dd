import { type CheckedTarget, type CrawledPage, isRequested } from '../../record/crawled-page.ts';
import { isRead } from '../compare/crawl-knowledge.ts';
import type { ExtractRule } from '../../record/extracted.ts';
import type { SiteResult, SiteRow, Unread } from '../../record/site-schema.ts';
import { duplicates } from '../issues/duplicates.ts';
import type { CrawledTargets } from '../../crawls/check-targets.ts';
import { buildSite, type SitemapListing } from '../graph/build-site.ts';
import { hasExcluded, type Skipped } from '../../crawls/frontier/traps/traps.ts';
import { findIssues, type FoundIssue, issueSummary, siteRows } from './site-rows.ts';
import { areLinksRead, htmlPages, isBroken } from '../issues/issue.ts';
import { hasUncomparedTexts } from '../issues/near-duplicates.ts';
import { orphans } from '../issues/sitemaps.ts';
import type { StoredResult } from '../../crawls/store/item.ts';
import type { Site, SitePage } from '../graph/site.ts';
import type { SiteLinks } from '../graph/site-links.ts';

/** A finished crawl. */
export interface CrawledSite {
  /** Each address once, in the order of requests; the home page is the first. */
  crawled: readonly CrawledPage[];
  /** The links of these pages. */
  links: SiteLinks;
  /** `found`: there is a sitemap, and at least a part of it could be read; `hasUnread`: a file could not be read. */
  sitemap: SitemapListing & { found: boolean; hasUnread: boolean };
  skipped: Skipped[];
  /** Whether the crawl began at the home page and followed links; by default it did. */
  followsLinks?: boolean;
  /** Values that it extracts; by default none. */
  extract?: readonly ExtractRule[] | undefined;
  /** External targets and resources; absent: none are requested. */
  targets?: CrawledTargets;
  /** See {@link SitePage.last_indexable_at}; by default, none is known. */
  lastIndexable?: (url: string) => string | null;
}

/**
 * Computes the result of a crawl, in time and memory proportional to its pages and links.
 *
 * @returns the values of the site, a row for each page in the order of the crawl, and the site and issues that the
 *   evidence of pages derives from
 */
export function reportSite(crawl: CrawledSite): SiteReport {
  const { crawled, links, sitemap, skipped, followsLinks, extract, targets, lastIndexable } = crawl;
  const context = { hasExcluded: hasExcluded(skipped), followsLinks, lastIndexable };
  const site = buildSite(crawled, links, sitemap, context);
  const issues = findIssues(site);
  const rows = siteRows(site, issues, extract);
  const result: SiteReport['result'] = {
    health: health(site, issues),
    site_score: siteScore(site),
    pages: pageCounts(site),
    issues: issues.map(issueSummary),
    links: linkCounts(site),
    external: targetCounts('external', targets),
    resources: targetCounts('resources', targets),
    depth: depthCounts(site),
    sitemap: sitemap.found ? sitemapCounts(site, sitemap.listed.size) : null,
    duplicates: {
      titles: duplicates(site, 'title').length,
      descriptions: duplicates(site, 'meta_description').length,
      contents: duplicates(site, 'content_hash').length,
      ...(hasUncomparedTexts(site) && { similar_texts_sampled: true as const }),
    },
    most_linked: mostLinked(site),
    skipped,
  };
  return { result, unread: unreadOf(site, sitemap.hasUnread), rows, site, issues };
}

/** The result of a crawl, and the data that its evidence derives from. */
export interface SiteReport {
  result: Omit<StoredResult, 'changes'>;
  unread: Unread[];
  rows: SiteRow[];
  site: Site;
  issues: FoundIssue[];
}

function unreadOf(site: Site, hasUnreadFiles: boolean): Unread[] {
  const unread: Record<Unread, boolean> = {
    sitemaps: !site.hasSitemap,
    sitemap_files: hasUnreadFiles,
    links: site.hasCutLinks,
    hidden_links: site.hidesLinks,
    skipped_links: !areLinksRead(site),
    texts: hasUncomparedTexts(site),
  };
  return (Object.keys(unread) as Unread[]).filter((what) => unread[what]);
}

/**
 * Computes Ahrefs' health score: the share of addresses without errors.
 *
 * @returns 0 to 100: the share of addresses that have no issue of severity `error`, among those that were read or have one:
 *   nothing is known of the others, such as those that refused the crawler; `null` if none could be read
 * @see https://help.ahrefs.com/en/articles/1424673-what-is-health-score-and-how-is-it-calculated-in-ahrefs-site-audit
 */
function health({ pages }: Site, issues: readonly FoundIssue[]): number | null {
  const faulty = new Set(issues.flatMap(({ issue, pages: shown }) => (issue.severity === 'error' ? shown : [])));
  const known = pages.filter((page) => isRequested(page) && (isRead(page) || faulty.has(page)));
  const errors = known.filter((page) => faulty.has(page)).length;
  return known.every(({ failure }) => failure !== null) ? null : Math.round(100 * (1 - errors / known.length));
}

/** @returns the number of pages, by why search engines may not list them */
function pageCounts({ pages }: Site): SiteResult['pages'] {
  const because = (reason: SitePage['reason']) => pages.filter((page) => page.reason === reason).length;
  const isBlocked = ({ reason, failure }: SitePage) => reason === 'robots' || failure === 'robots_disallowed';
  return {
    total: pages.length,
    indexable: because(null),
    noindex: because('noindex'),
    canonicalised: because('canonicalised'),
    redirected: because('redirect'),
    client_errors: because('client_error'),
    server_errors: because('server_error'),
    blocked_by_robots: pages.filter(isBlocked).length,
  };
}

/** @returns the mean score of the indexable pages, 0 to 100; `null` if there are none */
function siteScore({ pages }: Site): number | null {
  const scores = pages.flatMap(({ indexable, facts }) => (indexable && facts ? [facts.seo_score] : []));
  return scores.length === 0 ? null : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/** @returns the number of HTML pages for each number of clicks, without pages that links do not reach */
function depthCounts(site: Site): SiteResult['depth'] {
  const counts: SiteResult['depth'] = {};
  for (const { depth } of htmlPages(site)) if (depth !== null) counts[depth] = (counts[depth] ?? 0) + 1;
  return counts;
}

/**
 * Counts the links of all pages; internal ones once per page and target, followed or not. Broken links are those of the
 * issue `broken-link`; a link to an address that was not crawled is not broken.
 */
function linkCounts(site: Site): SiteResult['links'] {
  const broken = Uint8Array.from(site.pages, (page) => Number(isBroken(page)));
  const brokenOf = (links: Uint32Array) => links.reduce((sum, index) => sum + broken[index]!, 0);
  const counts = { internal: 0, external: 0, broken_internal: 0 };
  for (const { facts, internal_links, outlinks, nofollowed } of htmlPages(site)) {
    counts.internal += internal_links;
    counts.external += facts.external_links;
    counts.broken_internal += brokenOf(outlinks) + brokenOf(nofollowed);
  }
  return counts;
}

/** @returns `null` if the crawl requests none */
function targetCounts(kind: 'external' | 'resources', targets: CrawledTargets | undefined): SiteResult['external'] {
  const urls = targets?.list?.[kind];
  if (!targets?.list || !urls) return null;
  const stateCount = (state: CheckedTarget['state']) =>
    urls.filter((url) => (targets.outcomes.get(url)?.state ?? 'unchecked') === state).length;
  return {
    total: urls.length,
    broken: stateCount('broken'),
    unchecked: stateCount('unchecked'),
    truncated: targets.list.cut.includes(kind),
  };
}

/**
 * Counts the pages that sitemaps list. Pages that could not be read do not count as not indexable.
 *
 * @param listed number of addresses that the sitemaps list
 */
function sitemapCounts(site: Site, listed: number): NonNullable<SiteResult['sitemap']> {
  const pages = site.pages.filter((page) => page.sitemap !== null);
  const isNotIndexable = ({ reason }: SitePage) => reason !== null && reason !== 'unknown';
  return {
    listed,
    crawled: pages.length,
    not_linked: site.hidesLinks ? null : orphans(site).length,
    not_indexable: pages.filter(isNotIndexable).length,
  };
}

/** Number of pages in the list of the highest internal ranks. */
const MOST_LINKED = 10;

/** @returns the pages with the highest internal rank, in descending order, without those of rank 0, such as redirects */
function mostLinked({ pages }: Site): SiteResult['most_linked'] {
  return pages
    .filter(({ internal_rank }) => internal_rank > 0)
    .sort((a, b) => b.internal_rank - a.internal_rank)
    .slice(0, MOST_LINKED)
    .map(({ url, internal_rank }) => ({ url, internal_rank }));
}
