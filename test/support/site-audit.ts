import type { SiteRow } from '../../functions/core/record/site-schema.ts';
import { DEFAULT_OPTIONS } from '../../functions/core/crawls/store/crawl-heads.ts';
import { newCrawlId, type StoredResult, WHOLE_SITE } from '../../functions/core/crawls/store/item.ts';
import type { CrawlOutcome, EndedCrawl, CrawlInProgress } from '../../functions/core/crawls/store/site-crawls.ts';

/** Returns a row of a crawled page with status 200 and no issue. */
export function siteRow(differs: Partial<SiteRow> = {}): SiteRow {
  return {
    url: 'https://a.com/',
    http_status: 200,
    failure: null,
    redirects_to: null,
    depth: 0,
    indexable: true,
    reason: null,
    last_indexable_at: null,
    in_sitemap: true,
    seo_score: 100,
    title: 'A',
    title_length: 1,
    meta_description: 'About a',
    meta_description_length: 7,
    first_h1: 'A',
    canonical: null,
    meta_robots: null,
    x_robots_tag: null,
    ai_policy: null,
    lang: 'en',
    word_count: 300,
    content_hash: 'c0ffee',
    content_type: 'text/html',
    html_bytes: 2_000,
    ttfb_ms: 80,
    inlinks: 1,
    outlinks: 1,
    external_links: 0,
    internal_rank: 100,
    issues: [],
    ...differs,
  };
}

/** Returns the stored result of a crawl of one page without issues. */
export function siteResult(differs: Partial<StoredResult> = {}): StoredResult {
  return {
    health: 100,
    site_score: 100,
    pages: {
      total: 1,
      indexable: 1,
      noindex: 0,
      canonicalised: 0,
      redirected: 0,
      client_errors: 0,
      server_errors: 0,
      blocked_by_robots: 0,
    },
    issues: [],
    links: { internal: 0, external: 0, broken_internal: 0 },
    external: null,
    resources: null,
    depth: { 0: 1 },
    sitemap: null,
    duplicates: { titles: 0, descriptions: 0, contents: 0 },
    most_linked: [{ url: 'https://a.com/', internal_rank: 100 }],
    skipped: [],
    changes: null,
    ...differs,
  };
}

/** Returns a crawl of the whole site that is in progress. */
export function crawlInProgress(differs: Partial<CrawlInProgress> = {}): CrawlInProgress {
  const startedAt = differs.startedAt ?? '2026-07-01T10:00:00.000Z';
  return {
    ...{ domain: 'a.com', id: newCrawlId(Date.parse(startedAt)), owner: 'owner', limit: 500, admitted: 500 },
    ...{ scope: WHOLE_SITE, options: DEFAULT_OPTIONS, status: 'crawling', stopReason: null },
    ...{ startedAt, updatedAt: startedAt, dueAt: startedAt, found: 1, fetched: 1, slices: 1 },
    ...differs,
  };
}

/** Returns a complete crawl of the whole site with one page and no issue. */
export function endedCrawl(differs: Partial<EndedCrawl> = {}): EndedCrawl {
  const inProgress = crawlInProgress(differs);
  const finishedAt = new Date(Date.parse(inProgress.startedAt) + 60_000).toISOString();
  return {
    ...{ ...inProgress, status: 'done', finishedAt, updatedAt: finishedAt, isComplete: true, chunks: 1, unread: [] },
    summary: { pages: 1, read: 1, health: 100, issues: { error: 0, warning: 0, notice: 0 } },
    hasLinks: true,
    ...differs,
  };
}

/** Returns what a crawl of one page without issues ends with. */
export function crawlOutcome(differs: Partial<CrawlOutcome> = {}): CrawlOutcome {
  const { stopReason, isComplete, unread, summary, status, finishedAt } = endedCrawl();
  const ended = { stopReason, isComplete, unread, summary, status, finishedAt };
  return { ...ended, result: siteResult(), rows: [siteRow()], ...differs };
}
