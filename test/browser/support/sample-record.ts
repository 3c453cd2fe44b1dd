import type { DomainAnswer, SourceReport } from '../../../functions/shared/record/record.ts';
import { sampleSignals } from './sample-signals.ts';

const OF_THE_CRAWL = ['page', 'robots_txt', 'sitemap', 'security_headers', 'ai_access.agents'];

/** A record as the cache holds it of a small shop: two audits fail, and some sources are not known. */
export function sampleRecord(domain: string, { updatedAt, score }: { updatedAt: string; score: number }): DomainAnswer {
  return {
    domain,
    domain_unicode: domain,
    cache_status: 'hit',
    first_cached_at: '2026-08-03T07:11:52.000Z',
    updated_at: updatedAt,
    age_seconds: 4_212,
    pending: [],
    poll_after_seconds: null,
    complete: false,
    seo_score: score,
    audit: audit(score),
    page: page(domain),
    robots_txt: {
      url: `https://${domain}/robots.txt`,
      http_status: 200,
      valid: true,
      errors: [],
      errors_total: 0,
      sitemaps: [`https://${domain}/sitemap.xml`],
      sitemaps_total: 1,
      agents: {
        '*': { allowed: true, crawl_delay_seconds: null },
        GPTBot: { allowed: false, crawl_delay_seconds: null },
      },
    },
    sitemap: {
      found: true,
      urls: [`https://${domain}/sitemap.xml`],
      urls_total: 1,
      kind: 'urlset',
      url_count: 412,
      last_modified: '2026-11-18',
      truncated: false,
    },
    dns: {
      a: ['192.0.2.10'],
      a_total: 1,
      aaaa: [],
      aaaa_total: 0,
      ns: ['ns1.example.net', 'ns2.example.net'],
      ns_total: 2,
      mx: [{ priority: 10, exchange: 'mail.example.net' }],
      mx_total: 1,
      has_spf: true,
      dmarc_policy: 'quarantine',
      caa: [],
      caa_total: 0,
    },
    tls: {
      valid: true,
      protocol: 'TLSv1.3',
      issuer: 'Example Trust',
      subject: domain,
      valid_from: '2026-10-01T00:00:00.000Z',
      valid_to: '2026-12-30T00:00:00.000Z',
      days_remaining: 39,
      error: null,
    },
    ...sampleSignals(domain),
    registration: {
      registered_at: '2011-05-17T09:30:00.000Z',
      expires_at: '2027-05-17T09:30:00.000Z',
      updated_at: '2026-05-02T10:00:00.000Z',
      age_days: 5_667,
      registrar: 'Example Registrar',
      registrar_iana_id: '9999',
      statuses: ['client transfer prohibited'],
      statuses_total: 1,
      method: 'rdap',
    },
    popularity: {
      tranco: { rank: 48_211, date: '2026-11-20', rank_30d_ago: 51_902, change_30d: -3_691 },
      open_page_rank: null,
    },
    archive: { first_seen_at: '2011-06-02T00:00:00.000Z', last_seen_at: '2026-11-11T00:00:00.000Z' },
    common_crawl: { crawl_id: 'CC-MAIN-2026-43', present: true, captures_upper_bound: 1_800 },
    performance: { field: null, lab: null },
    organic: null,
    paid: null,
    top_keywords: [
      { keyword: 'trail running shoes', score: 92 },
      { keyword: 'waterproof jackets', score: 71 },
    ],
    sources: sources(updatedAt),
  };
}

/** The same after a fetch in which the site answered with HTTP 503: its values are those of an earlier fetch. */
export function withoutPage(record: DomainAnswer, earlier: string): DomainAnswer {
  const error = { code: 'http_503', message: 'The site answered with HTTP 503 instead of its page', retryable: true };
  const failed = { status: 'error' as const, from_cache: true, fetched_at: earlier, http_status: 503, error };
  return { ...record, sources: record.sources.map((one) => (one.id === 'site' ? { ...one, ...failed } : one)) };
}

function audit(score: number): DomainAnswer['audit'] {
  const passed = {
    score: 1 as const,
    status: 'pass' as const,
    weight: 1,
    explanation: null,
    items: [],
    items_total: 0,
  };
  const failed = { score: 0 as const, status: 'fail' as const, weight: 1 };
  return {
    compatible_with: 'lighthouse-13.5.0 seo',
    rendered: false,
    score,
    passed: 2,
    failed: 2,
    not_applicable: 1,
    warnings: [],
    audits: [
      { ...passed, id: 'document-title', title: 'Document has a `<title>` element' },
      {
        ...failed,
        id: 'image-alt',
        title: 'Image elements do not have `[alt]` attributes',
        explanation: '15 of 18 images fail.',
        items: ['banner', 'sale', ...Array.from({ length: 10 }, (_, index) => `shoe-${index}`)].map((name) => ({
          element: `<img src="/${name}.jpg">`,
          url: null,
          line: null,
          reason: 'It has no alt attribute',
        })),
        items_total: 15,
      },
      { ...passed, id: 'http-status-code', title: 'Page has successful HTTP status code' },
      {
        ...failed,
        id: 'meta-description',
        title: 'Document does not have a meta description',
        explanation: 'The head has no meta description.',
        items: [],
        items_total: 0,
      },
      { ...passed, score: null, status: 'not_applicable', id: 'hreflang', title: 'Document has a valid `hreflang`' },
    ],
    extra_checks: [
      { id: 'title-length', status: 'pass', value: 41, unit: 'characters', threshold: '10 to 60 characters' },
      { id: 'html-size', status: 'warn', value: 612_000, unit: 'bytes', threshold: 'at most 500000' },
    ],
  };
}

function page(domain: string): DomainAnswer['page'] {
  return {
    requested_url: `https://${domain}/`,
    final_url: `https://${domain}/en/`,
    http_status: 200,
    redirects: [{ url: `https://${domain}/`, status: 301, location: `https://${domain}/en/` }],
    ttfb_ms: 183,
    total_ms: 412,
    html_bytes: 84_213,
    truncated: false,
    content_type: 'text/html; charset=utf-8',
    charset: 'utf-8',
    content_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    lang: 'en',
    title: 'Trail running shoes and waterproof jackets',
    title_length: 42,
    meta_description: null,
    meta_description_length: null,
    meta_robots: null,
    x_robots_tag: null,
    canonical: `https://${domain}/en/`,
    hreflang: [],
    hreflang_total: 0,
    h1: ['Made for hills'],
    h1_total: 1,
    headings: { h1: 1, h2: 6, h3: 14, h4: 0, h5: 0, h6: 0 },
    word_count: 812,
    images: { total: 31, missing_alt: 5 },
    links: { total: 96, internal: 84, external: 12, nofollow: 2, uncrawlable: 0 },
    open_graph: { title: 'Made for hills', type: 'website' },
    twitter: {},
    structured_data: { types: ['Organization', 'WebSite'], types_total: 2, blocks: 2, errors: 0 },
    viewport: 'width=device-width, initial-scale=1',
  };
}

function sources(fetchedAt: string): SourceReport[] {
  const ok = {
    status: 'ok' as const,
    fetched_at: fetchedAt,
    from_cache: false,
    http_status: 200,
    duration_ms: 240,
    error: null,
    attribution: null,
  };
  const none = { ...ok, fetched_at: null, http_status: null, duration_ms: null };
  return [
    { ...ok, id: 'site', fields: [...OF_THE_CRAWL, 'audit', 'seo_score', 'top_keywords'] },
    { ...ok, id: 'dns', fields: ['dns'], http_status: null, duration_ms: 31 },
    { ...ok, id: 'tls', fields: ['tls'], http_status: null, duration_ms: 64 },
    { ...ok, id: 'host_variants', fields: ['host_variants'] },
    { ...ok, id: 'hreflang', fields: ['hreflang_cluster'] },
    { ...ok, id: 'llms_txt', fields: ['ai_access.llms_txt'] },
    { ...ok, id: 'rdap', fields: ['registration'] },
    { ...ok, id: 'tranco', fields: ['popularity.tranco'], attribution: 'Tranco list (tranco-list.eu)' },
    {
      ...none,
      id: 'open_page_rank',
      fields: ['popularity.open_page_rank'],
      status: 'timeout',
      duration_ms: 8_000,
      error: { code: 'timeout', message: 'No answer within 8 seconds', retryable: true },
    },
    { ...ok, id: 'wayback', fields: ['archive'] },
    { ...ok, id: 'common_crawl', fields: ['common_crawl'], from_cache: true },
    { ...none, id: 'crux', fields: ['performance.field'], status: 'not_configured' },
    { ...none, id: 'pagespeed', fields: ['performance.lab'], status: 'not_configured' },
    { ...none, id: 'dataforseo', fields: ['organic', 'paid'], status: 'not_configured' },
  ];
}
