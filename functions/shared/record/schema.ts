/**
 * The domain record of `/api/v1/seo/query`, as one schema: the types that the code works with, the check that tests
 * hold answers against and the OpenAPI description all come from here. It is loaded by none of the functions.
 *
 * Conventions: times are UTC ISO 8601, dates `YYYY-MM-DD`, units stand in the name, scores are integers 0–100.
 * `null` = not known (the reason stands in `sources`), `0` = measured zero, `[]` = asked, and there were none.
 * A list that a site can make long is capped at 100 entries (fewer where a record would not fit into the database);
 * `<list>_total` says how many there were. Texts are cut at 2,000 characters.
 */
import { z } from 'zod';

const time = z.iso.datetime();
const date = z.iso.date();
const count = z.int().nonnegative();
const score = z.int().min(0).max(100);
const text = z.string();

export const redirect = z.strictObject({
  url: text.describe('Address that answered with the redirect'),
  status: z.int().describe('HTTP status of the redirect'),
  location: text.describe('Absolute address it points to'),
});

export const hreflangLink = z.strictObject({
  hreflang: text.describe('Language tag as written'),
  href: text.describe('Address as written'),
});

export const page = z.strictObject({
  requested_url: text.describe('First address asked'),
  final_url: text.describe('Address that answered after redirects'),
  http_status: z.int().describe('HTTP status of the final answer'),
  redirects: z.array(redirect).max(10).describe('Every hop, in order'),
  ttfb_ms: count.describe('From sending the last request to its response headers'),
  total_ms: count.describe('From the first connection to the last byte, redirects included'),
  html_bytes: count.describe('Bytes of the page after decompression, as far as it was read'),
  truncated: z.boolean().describe('The page was longer, or slower, than what is read of it'),
  content_type: text.nullable().describe('Content-Type header as sent'),
  charset: text.describe('Encoding the page was read in (WHATWG name, lower case)'),
  content_hash: text.describe('SHA-256 of the page as read, hex'),
  lang: text.nullable().describe('lang attribute of <html>'),
  title: text.nullable().describe('document.title: white space collapsed; at most 1,000 characters'),
  title_length: count.nullable().describe('Characters in the title'),
  meta_description: text.nullable().describe('First meta description of the head; at most 2,000 characters'),
  meta_description_length: count.nullable().describe('Characters in the meta description'),
  meta_robots: text.nullable().describe('First meta robots of the head'),
  x_robots_tag: text.nullable().describe('X-Robots-Tag headers, joined with ", "'),
  canonical: text.nullable().describe('First canonical link (head or Link header), resolved'),
  hreflang: z.array(hreflangLink).describe('Alternate language links of head and Link header'),
  hreflang_total: count,
  h1: z.array(text).describe('Texts of the h1 headings, each at most 500 characters'),
  h1_total: count,
  headings: z.strictObject({ h1: count, h2: count, h3: count, h4: count, h5: count, h6: count }),
  word_count: count.describe('Words in the text of the body; Chinese, Japanese and Thai by segments'),
  images: z.strictObject({
    total: count.describe('<img> elements'),
    missing_alt: count.describe('<img> elements without an alt attribute'),
  }),
  links: z.strictObject({
    total: count.describe('<a> elements with an href'),
    internal: count.describe('To the same registrable domain'),
    external: count.describe('To another registrable domain'),
    nofollow: count.describe('With rel nofollow, ugc or sponsored'),
    uncrawlable: count.describe('Links that the crawlable-anchors audit rejects'),
  }),
  open_graph: z.record(z.string(), text).describe('og: properties without the prefix; the first of each'),
  twitter: z.record(z.string(), text).describe('twitter: names without the prefix; the first of each'),
  structured_data: z.strictObject({
    types: z.array(text).describe('Distinct schema.org types in JSON-LD and microdata'),
    types_total: count,
    blocks: count.describe('JSON-LD blocks'),
    errors: count.describe('JSON-LD blocks that are not JSON'),
  }),
  viewport: text.nullable().describe('content of meta viewport'),
});

const auditItem = z.strictObject({
  element: text.nullable().describe('What was found: markup, header or line; at most 200 characters'),
  url: text.nullable().describe('Address concerned'),
  line: count.nullable().describe('Line number in robots.txt'),
  reason: text.describe('Why it was listed'),
});

const auditResult = z.strictObject({
  id: text.describe("Lighthouse's audit id"),
  score: z.union([z.literal(0), z.literal(1), z.null()]),
  status: z.enum(['pass', 'fail', 'not_applicable']),
  weight: z.number().describe('Weight in the SEO category'),
  title: text,
  explanation: text.nullable().describe('Why it failed, or what to know about the pass'),
  items: z.array(auditItem),
  items_total: count,
});

const extraCheck = z.strictObject({
  id: text,
  status: z.enum(['pass', 'warn', 'fail', 'not_applicable']),
  value: z.union([z.number(), text, z.boolean()]).nullable(),
  unit: text.nullable(),
  threshold: text.nullable().describe('What would pass, in words'),
});

export const audit = z.strictObject({
  compatible_with: text.describe('The rules that these audits follow'),
  rendered: z.literal(false).describe('Scripts are not run: the audits see the HTML as served'),
  score: score.describe('Weighted mean of the audits that apply'),
  passed: count,
  failed: count,
  not_applicable: count,
  audits: z.array(auditResult),
  warnings: z.array(text),
  extra_checks: z.array(extraCheck).describe('Not part of the score'),
});

const robotsAgent = z.strictObject({
  allowed: z.boolean().describe('May this agent fetch the page?'),
  crawl_delay_seconds: z.number().nonnegative().nullable(),
});

export const robotsTxt = z.strictObject({
  url: text,
  http_status: z.int().nullable().describe('null: it could not be fetched'),
  valid: z.boolean().nullable().describe('null: there is none to check'),
  errors: z.array(z.strictObject({ line: count, content: text, message: text })),
  errors_total: count,
  sitemaps: z.array(text),
  sitemaps_total: count,
  agents: z.record(z.string(), robotsAgent).describe('By user agent; * is any other'),
});

export const sitemap = z.strictObject({
  found: z.boolean(),
  urls: z.array(text).describe('Sitemap files that were read'),
  urls_total: count.describe('Sitemap files that are named by robots.txt and index files'),
  kind: z.enum(['urlset', 'index', 'text', 'feed']).nullable().describe('Kind of the first sitemap found'),
  url_count: count.nullable().describe('Pages listed in the files that were read'),
  last_modified: text.nullable().describe('Latest <lastmod>, ISO 8601 time or date'),
  truncated: z.boolean().describe('There are more files or pages than were read'),
});

export const dns = z.strictObject({
  a: z.array(text).nullable().describe('null, as with all lists here: the name servers did not answer'),
  a_total: count.nullable(),
  aaaa: z.array(text).nullable(),
  aaaa_total: count.nullable(),
  ns: z.array(text).nullable(),
  ns_total: count.nullable(),
  mx: z.array(z.strictObject({ priority: count, exchange: text })).nullable(),
  mx_total: count.nullable(),
  has_spf: z.boolean().nullable(),
  dmarc_policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
  caa: z.array(z.strictObject({ critical: count, tag: text, value: text })).nullable(),
  caa_total: count.nullable(),
});

export const tls = z.strictObject({
  valid: z.boolean().describe('The chain is trusted, in date and for this name'),
  protocol: text.nullable().describe('For example TLSv1.3'),
  issuer: text.nullable().describe('Organisation or common name of the issuer'),
  subject: text.nullable().describe('Common name, or first alternative name'),
  valid_from: time.nullable(),
  valid_to: time.nullable(),
  days_remaining: z.int().nullable().describe('Whole days until valid_to; negative once expired'),
  error: text.nullable().describe('Why it is not valid, as a code'),
});

export const registration = z.strictObject({
  registered_at: time.nullable(),
  expires_at: time.nullable(),
  updated_at: time.nullable().describe('Last change of the registration'),
  age_days: count.nullable().describe('Whole days since registered_at'),
  registrar: text.nullable(),
  registrar_iana_id: text.nullable(),
  statuses: z.array(text).describe('Registration status values (RFC 8056)'),
  statuses_total: count,
  method: z.literal('rdap'),
});

export const tranco = z.strictObject({
  rank: z.int().positive().describe('1 is the most popular'),
  date: date.describe('Day of the list'),
  rank_30d_ago: z.int().positive().nullable(),
  change_30d: z.int().nullable().describe('rank minus rank_30d_ago: negative has climbed'),
});

export const openPageRank = z.strictObject({
  score: z.number().min(0).max(10).nullable().describe('0 to 10, logarithmic; from the link graph of Common Crawl'),
  rank: z.int().positive().nullable(),
  referring_domains: count.nullable(),
  date: date.nullable().describe('As of'),
});

export const archive = z.strictObject({
  first_seen_at: time.nullable().describe('First capture; may be of an earlier owner of the name'),
  last_seen_at: time.nullable().describe('Last capture'),
});

export const commonCrawl = z.strictObject({
  crawl_id: text.describe('The crawl that was asked, the newest'),
  present: z.boolean(),
  captures_upper_bound: count.describe('At most so many captures of the domain and its subdomains'),
});

export const fieldPerformance = z.strictObject({
  form_factor: z.literal('phone'),
  period_start: date,
  period_end: date,
  lcp_p75_ms: count.nullable().describe('Largest Contentful Paint, 75th percentile'),
  inp_p75_ms: count.nullable().describe('Interaction to Next Paint, 75th percentile'),
  cls_p75: z.number().nonnegative().nullable().describe('Cumulative Layout Shift, 75th percentile'),
  assessment: z
    .enum(['good', 'needs_improvement', 'poor'])
    .nullable()
    .describe('The worst of the Core Web Vitals that are known'),
});

export const labPerformance = z.strictObject({
  lighthouse_version: text.nullable(),
  performance_score: score.nullable(),
  seo_score: score.nullable(),
  fcp_ms: count.nullable(),
  lcp_ms: count.nullable(),
  tbt_ms: count.nullable(),
  speed_index_ms: count.nullable(),
  cls: z.number().nonnegative().nullable(),
});

/** Positions of a domain's keywords in search results, and what they are worth. */
export const searchPositions = z.strictObject({
  location_code: z.int().nullable(),
  language_code: text.nullable(),
  etv: z.number().nonnegative().nullable().describe('Estimated visits a month'),
  estimated_cost_usd: z.number().nonnegative().nullable().describe('What those visits would cost as advertisements'),
  count: count.nullable().describe('Keywords in the first 100 results'),
  pos_1: count.nullable(),
  pos_2_3: count.nullable(),
  pos_4_10: count.nullable(),
  pos_11_20: count.nullable(),
  pos_21_30: count.nullable(),
  pos_31_40: count.nullable(),
  pos_41_50: count.nullable(),
  pos_51_60: count.nullable(),
  pos_61_70: count.nullable(),
  pos_71_80: count.nullable(),
  pos_81_90: count.nullable(),
  pos_91_100: count.nullable(),
  is_new: count.nullable(),
  is_up: count.nullable(),
  is_down: count.nullable(),
  is_lost: count.nullable(),
});

export const topKeyword = z.strictObject({
  keyword: text.describe('NFKC, lower case, white space collapsed'),
  score: score.describe('From where on the page it stands, and how often'),
});

export const sourceStatus = z.enum([
  'ok',
  'empty',
  'partial',
  'error',
  'timeout',
  'rate_limited',
  'blocked',
  'not_configured',
  'unsupported',
  'skipped',
  'pending',
]);

export const sourceReport = z.strictObject({
  id: text,
  status: sourceStatus,
  fields: z.array(text).describe('Members of the record that this source fills, such as popularity.tranco'),
  fetched_at: time.nullable().describe('When the values that stand in the record were fetched'),
  from_cache: z.boolean().describe('The values are those of an earlier fetch'),
  http_status: z.int().nullable(),
  duration_ms: count.nullable(),
  error: z.strictObject({ code: text, message: text, retryable: z.boolean() }).nullable(),
  attribution: text.nullable(),
});

/** What the sources fill; null where they could not. */
export const sections = z.strictObject({
  page: page.nullable(),
  robots_txt: robotsTxt.nullable(),
  sitemap: sitemap.nullable(),
  dns: dns.nullable(),
  tls: tls.nullable(),
  registration: registration.nullable(),
  popularity: z.strictObject({ tranco: tranco.nullable(), open_page_rank: openPageRank.nullable() }),
  archive: archive.nullable(),
  common_crawl: commonCrawl.nullable(),
  performance: z.strictObject({ field: fieldPerformance.nullable(), lab: labPerformance.nullable() }),
  organic: searchPositions.nullable(),
  paid: searchPositions.nullable(),
  top_keywords: z
    .array(topKeyword)
    .max(100)
    .nullable()
    .describe('Phrases that the home page is about, best first; null: it was not read'),
});

/** The part of the record that is stored and sent as it stands. */
export const domainRecord = z.strictObject({
  complete: z.boolean().describe('Every configured source answered'),
  seo_score: score.nullable(),
  audit: audit.nullable(),
  ...sections.shape,
  sources: z.array(sourceReport),
});

/** `data` of `/api/v1/seo/query`. */
export const domainAnswer = z.strictObject({
  domain: text,
  domain_unicode: text,
  cache_status: z.enum(['hit', 'miss', 'refreshed']),
  first_cached_at: time,
  updated_at: time,
  age_seconds: count,
  ...domainRecord.shape,
});
