import type { SiteResult, SiteRow } from '../../functions/core/record/site-schema.ts';

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
    in_sitemap: true,
    seo_score: 100,
    title: 'A',
    title_length: 1,
    meta_description: 'About a',
    meta_description_length: 7,
    h1: 'A',
    canonical: null,
    meta_robots: null,
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

/** Returns the result of a crawl of one page without issues. */
export function siteResult(differs: Partial<SiteResult> = {}): SiteResult {
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
    history: [],
    ...differs,
  };
}
