/**
 * The schema of the domain record, the `data` of `/api/v1/seo/query`. The types in the code, the validation of responses
 * in tests and the OpenAPI description are derived from it. No function loads it.
 *
 * Conventions: times are UTC ISO 8601, dates `YYYY-MM-DD`, units are part of the name, scores are integers 0–100.
 * `null` = not known (`sources` has the reason), `0` = measured zero, `[]` = requested, and there were none.
 * Lists whose length depends on the site have at most 100 entries (fewer if the record would not fit into a database
 * item); `<list>_total` is the complete number. Texts have at most 2,000 characters.
 */
import { z } from 'zod';
import { aiPolicy } from './ai-policy-schema.ts';
import { issueRow } from './issue-schema.ts';

const time = z.iso.datetime();
const date = z.iso.date();
const count = z.int().nonnegative();
const score = z.int().min(0).max(100);
const text = z.string();
/** Complete number of entries of a list that is limited. */
const total = (what: string) => count.describe(`Total number of ${what}; the list contains the first of them`);
/** Total number of DNS records; null if the name servers did not answer. */
const records = (type: string) => count.nullable().describe(`Total number of ${type} records`);
const keywordsAt = (positions: string) => count.nullable().describe(`Keywords at ${positions} of the search results`);

export const redirect = z.strictObject({
  url: text.describe('URL that returned the redirect'),
  status: z.int().describe('HTTP status of the redirect'),
  location: text.describe('Target of the redirect as an absolute URL'),
});

export const hreflangLink = z.strictObject({
  hreflang: text.describe('Language tag as written'),
  href: text.describe('URL as written'),
});

export const page = z.strictObject({
  requested_url: text.describe('URL of the first request'),
  final_url: text.describe('URL of the final response, after redirects'),
  http_status: z.int().describe('HTTP status of the final response'),
  redirects: z.array(redirect).max(10).describe('Redirects that were followed, in order'),
  ttfb_ms: count.describe('Milliseconds from the last request to its response headers'),
  total_ms: count.describe('Milliseconds from the first connection to the last byte, redirects included'),
  html_bytes: count.describe('Bytes of the page that were read, after decompression'),
  truncated: z.boolean().describe('Whether the page exceeded the size or time limit and was read only in part'),
  content_type: text.nullable().describe('Content-Type header as sent'),
  charset: text.describe('Encoding that the page was decoded with (WHATWG name, lower case)'),
  content_hash: text
    .nullable()
    .describe('SHA-256 of the words of the visible text in lower case, hexadecimal; null: it has none'),
  lang: text.nullable().describe('lang attribute of <html>'),
  title: text.nullable().describe('Title (document.title), white space collapsed; at most 1,000 characters'),
  title_length: count.nullable().describe('Characters of the title'),
  meta_description: text.nullable().describe('First meta description of the head; at most 2,000 characters'),
  meta_description_length: count.nullable().describe('Characters of the meta description'),
  meta_robots: text.nullable().describe('First meta robots of the head'),
  x_robots_tag: text.nullable().describe('X-Robots-Tag headers, joined with ", "'),
  canonical: text.nullable().describe('First canonical link (head or Link header), resolved and in normal form'),
  hreflang: z
    .array(hreflangLink)
    .describe(
      'Alternate language links of the head and the Link header; of more than 100, x-default and those to the page ' +
        'itself come first',
    ),
  hreflang_total: total('alternate language links'),
  h1: z.array(text).describe('Texts of the h1 headings, each at most 500 characters'),
  h1_total: total('h1 headings'),
  headings: z
    .strictObject({
      h1: count.describe('<h1> elements'),
      h2: count.describe('<h2> elements'),
      h3: count.describe('<h3> elements'),
      h4: count.describe('<h4> elements'),
      h5: count.describe('<h5> elements'),
      h6: count.describe('<h6> elements'),
    })
    .describe('Headings by level'),
  word_count: count.describe('Words of the text of the body; Chinese, Japanese and Thai text is segmented'),
  images: z
    .strictObject({
      total: count.describe('<img> elements'),
      missing_alt: count.describe('Images without an alternative text, which fail the audit image-alt'),
    })
    .describe('Images of the page'),
  links: z
    .strictObject({
      total: count.describe('<a> elements with an href'),
      internal: count.describe('Links to the same registrable domain'),
      external: count.describe('Links to other registrable domains'),
      nofollow: count.describe('Links with rel nofollow, ugc or sponsored'),
      uncrawlable: count.describe('Links that fail the audit crawlable-anchors'),
    })
    .describe('Links of the page'),
  open_graph: z.record(z.string(), text).describe('Open Graph properties without the prefix og:; the first of each'),
  twitter: z.record(z.string(), text).describe('Twitter card names without the prefix twitter:; the first of each'),
  structured_data: z
    .strictObject({
      types: z.array(text).describe('Distinct schema.org types in JSON-LD and microdata'),
      types_total: total('distinct types'),
      blocks: count.describe('JSON-LD blocks'),
      errors: count.describe('JSON-LD blocks that are not valid JSON'),
    })
    .describe('Structured data of the page'),
  viewport: text.nullable().describe('content of meta viewport'),
});

export const auditItem = z.strictObject({
  element: text.nullable().describe('The markup, header or line; at most 200 characters'),
  url: text.nullable().describe('The URL that the item concerns, resolved'),
  line: count.nullable().describe('Line number in robots.txt'),
  reason: text.describe('Why the item is listed'),
  reason_code: text.describe('Stable code of the reason, with which clients can translate it'),
});

export const auditResult = z.strictObject({
  id: text.describe('Audit id of Lighthouse'),
  score: z.union([z.literal(0), z.literal(1), z.null()]).describe('1: passed; 0: failed; null: not applicable'),
  status: z.enum(['pass', 'fail', 'not_applicable']).describe('The score as a word'),
  weight: z.number().describe('Weight in the SEO category'),
  title: text.describe(
    'Title for the result: the requirement that is met if the audit passed, or the problem if it failed',
  ),
  explanation: text.nullable().describe('Why the audit failed, or a note if it passed'),
  explanation_code: text.nullable().describe('Stable code of the explanation, with which clients can translate it'),
  explanation_params: z.record(z.string(), z.union([z.number(), text])).describe('Values in the explanation by name'),
  items: z.array(auditItem).describe('The elements, headers or lines that the result is based on'),
  items_total: total('items'),
});

export const audit = z.strictObject({
  compatible_with: text.describe('Tool and version whose rules the audits implement'),
  rendered: z.literal(false).describe('Always false: scripts are not run, the audits evaluate the HTML as served'),
  score: score.describe('Weighted mean of the scores of the applicable audits'),
  passed: count.describe('Audits that passed'),
  failed: count.describe('Audits that failed'),
  not_applicable: count.describe('Audits that do not apply to the page'),
  audits: z.array(auditResult).describe('Results of all audits'),
  warnings: z.array(text).describe('Reasons why the audits may be based on an incomplete or different page'),
});

export const robotsAgent = z.strictObject({
  allowed: z.boolean().describe('Whether robots.txt allows this user agent to fetch the page'),
  crawl_delay_seconds: z.number().nonnegative().nullable().describe('Crawl-delay in seconds; null if there is none'),
});

export const robotsTxt = z.strictObject({
  url: text.describe('URL of the file'),
  http_status: z.int().nullable().describe('HTTP status of the response; null: the file could not be fetched'),
  valid: z.boolean().nullable().describe('Whether the file contains no invalid lines; null: there is no file'),
  errors: z
    .array(
      z.strictObject({
        line: count.describe('Line number; 1 is the first'),
        content: text.describe('Content of the line'),
        message: text.describe('Why the line is invalid'),
        code: text.describe('Stable code of the message, with which clients can translate it'),
      }),
    )
    .describe('Invalid lines'),
  errors_total: total('invalid lines'),
  sitemaps: z.array(text).describe('URLs in Sitemap lines'),
  sitemaps_total: total('URLs'),
  agents: z.record(z.string(), robotsAgent).describe('Permissions by user agent; * is any other agent'),
});

export const sitemap = z.strictObject({
  found: z.boolean().describe('Whether at least one sitemap was read'),
  urls: z.array(text).describe('Sitemap files that were read'),
  urls_total: count.describe('Sitemap files that robots.txt and index files list'),
  kind: z.enum(['urlset', 'index', 'text', 'feed']).nullable().describe('Kind of the first sitemap'),
  url_count: count.nullable().describe('Pages that are listed in the files that were read'),
  last_modified: text.nullable().describe('Latest <lastmod>, ISO 8601 time or date'),
  truncated: z.boolean().describe('Whether there are more files or pages than were read, or a file is incomplete'),
});

export const dns = z.strictObject({
  a: z.array(text).nullable().describe('IPv4 addresses. null, as in the other lists: the name servers did not respond'),
  a_total: records('A'),
  aaaa: z.array(text).nullable().describe('IPv6 addresses'),
  aaaa_total: records('AAAA'),
  ns: z.array(text).nullable().describe('Name servers'),
  ns_total: records('NS'),
  mx: z
    .array(
      z.strictObject({
        priority: count.describe('Preference value; the lowest is tried first'),
        exchange: text.describe('Host name of the mail server'),
      }),
    )
    .nullable()
    .describe('Mail servers'),
  mx_total: records('MX'),
  has_spf: z.boolean().nullable().describe('Whether there is an SPF record'),
  dmarc_policy: z
    .enum(['none', 'quarantine', 'reject'])
    .nullable()
    .describe('Policy of the DMARC record; null if there is none'),
  caa: z
    .array(
      z.strictObject({
        critical: count.describe('Flags of the record; 128: critical'),
        tag: text.describe('Property tag, for example issue'),
        value: text.describe('Property value, for example the domain of a certificate authority'),
      }),
    )
    .nullable()
    .describe('CAA records: the certificate authorities that may issue certificates'),
  caa_total: records('CAA'),
});

export const tls = z.strictObject({
  valid: z.boolean().describe('Whether the certificate chain is trusted, not expired, and valid for this name'),
  protocol: text.nullable().describe('Protocol version, for example TLSv1.3'),
  issuer: text.nullable().describe('Organisation or common name of the issuer'),
  subject: text.nullable().describe('Common name, or first alternative name'),
  valid_from: time.nullable().describe('When the certificate becomes valid'),
  valid_to: time.nullable().describe('When the certificate expires'),
  days_remaining: z.int().nullable().describe('Whole days from the fetch until valid_to; negative if it had expired'),
  error: text.nullable().describe('Why the certificate is not valid, as a code'),
});

const hostVariant = z.strictObject({
  url: text.describe('Requested URL: http or https, with or without www.'),
  http_status: z.int().nullable().describe('HTTP status of the final response; null if there is none'),
  final_url: text.nullable().describe('URL of the final response; null if there is none'),
  hops: count.nullable().describe('Number of redirects; null if there was no response'),
  error: text.nullable().describe('Why there is no final response, as a code'),
});

export const hostVariants = z.strictObject({
  preferred: text.nullable().describe('Origin that most variants lead to; null if no variant responded'),
  consistent: z
    .boolean()
    .nullable()
    .describe('Whether all variants that responded lead to the same origin; null if fewer than two responded'),
  variants: z.array(hostVariant).max(4).describe('The variants: http and https, without and with www.'),
});

const securityHeader = z.strictObject({
  status: z
    .enum(['present', 'weak', 'absent'])
    .describe(
      'present: sent with an effective value; weak: sent with a value that gives little protection; absent: not sent',
    ),
  value: text.nullable().describe('Value as sent, up to 2,000 characters; several values are joined with ", "'),
  rule: text.describe("Name of the rule that determines the status, that of Mozilla's HTTP Observatory if it has one"),
});

export const securityHeaders = z.strictObject({
  hsts: securityHeader.describe('Strict-Transport-Security'),
  csp: securityHeader.describe('Content-Security-Policy from headers and meta elements'),
  x_content_type_options: securityHeader.describe('X-Content-Type-Options'),
  x_frame_options: securityHeader.describe('X-Frame-Options, or frame-ancestors of Content-Security-Policy'),
  referrer_policy: securityHeader.describe('Referrer-Policy from headers and meta elements'),
  permissions_policy: securityHeader.describe('Permissions-Policy'),
  mixed_content: z
    .strictObject({
      blockable: count.describe('Scripts, styles, frames and similar resources, which browsers block'),
      upgradeable: count.describe('Images, audio and video, which browsers request over https instead'),
      urls: z.array(text).describe('URLs as written'),
      urls_total: total('URLs'),
    })
    .nullable()
    .describe('Resources that a page over https includes over http; null for a page over http'),
});

const alternate = z.strictObject({
  hreflang: text.describe('Language tag as written'),
  url: text.describe('Absolute URL'),
  http_status: z.int().nullable().describe('HTTP status of the page; null: it could not be read'),
  returns: z.boolean().nullable().describe('Whether the page links back to the home page; null: it could not be read'),
  lang: text.nullable().describe('lang attribute of its <html>'),
  lang_matches: z.boolean().nullable().describe('Whether lang has the language of hreflang; null if either is missing'),
});

export const hreflangCluster = z.strictObject({
  self_reference: z.boolean().describe('Whether the home page is among its own alternates'),
  x_default: z.boolean().describe('Whether there is an alternate with hreflang x-default, for all other languages'),
  lang_matches: z
    .boolean()
    .nullable()
    .describe('Whether lang of the home page has the language of its self-reference; null if either is missing'),
  checked: count.max(5).describe('Number of alternates of the same registrable domain that were requested'),
  alternates: z.array(alternate).max(5).describe('The alternates that were requested'),
  valid: z
    .boolean()
    .nullable()
    .describe(
      'Whether the home page references itself, all alternates that were read link back, and all languages match; null ' +
        'if there are no hreflang links',
    ),
});

const aiAgent = z.strictObject({
  allowed: z.boolean().describe('Whether robots.txt allows the crawler to fetch the home page'),
  rule: text.nullable().describe('Line of robots.txt that applies; null if none applies'),
});

export const llmsTxt = z.strictObject({
  found: z.boolean().describe('Whether the server returned a file'),
  http_status: z.int().describe('HTTP status of the final response'),
  title: text.nullable().describe('First level-one heading'),
  links: count.nullable().describe('Number of Markdown links; null if there is no file'),
  problems: z
    .array(z.enum(['missing_h1', 'missing_links', 'too_short', 'http_error']))
    .describe("Problems that Lighthouse's audit llms-txt reports"),
  valid: z.boolean().nullable().describe('Whether the file passes that audit; null if there is no file'),
  disallowed: z
    .array(text)
    .max(10)
    .nullable()
    .describe(
      'Links to pages of the same origin that robots.txt disallows for all agents that fetch on behalf of users; null: ' +
        'there is no file, or robots.txt was not read with it',
    ),
  disallowed_total: count.nullable().describe('Total number of such links; the list contains the first of them'),
});

export const aiAccess = z.strictObject({
  agents: z
    .record(z.string(), aiAgent)
    .nullable()
    .describe('Crawlers of AI services by their user agent in robots.txt'),
  llms_txt: llmsTxt.nullable().describe('The file llms.txt'),
});

export const registration = z.strictObject({
  registered_at: time.nullable().describe('When the name was registered'),
  expires_at: time.nullable().describe('When the registration expires'),
  updated_at: time.nullable().describe('When the registration was last changed'),
  age_days: count.nullable().describe('Whole days from registered_at to the fetch'),
  registrar: text.nullable().describe('Name of the registrar'),
  registrar_iana_id: text.nullable().describe('IANA id of the registrar'),
  statuses: z.array(text).describe('Registration status values (RFC 8056)'),
  statuses_total: total('status values'),
  method: z.literal('rdap').describe('Protocol of the lookup'),
});

export const tranco = z.strictObject({
  rank: z.int().positive().describe('Rank; 1 is the most popular'),
  date: date.describe('Day of the list'),
  rank_30d_ago: z.int().positive().nullable().describe('Rank 30 days before that day'),
  change_30d: z.int().nullable().describe('rank minus rank_30d_ago; negative: the domain has become more popular'),
});

export const openPageRank = z.strictObject({
  score: z
    .number()
    .min(0)
    .max(10)
    .nullable()
    .describe('Score from 0 to 10, logarithmic; computed from the link graph of Common Crawl'),
  rank: z.int().positive().nullable().describe('Rank; 1 is the highest'),
  referring_domains: count.nullable().describe('Number of domains that link to the domain'),
  date: date.nullable().describe('Day of the data'),
});

export const archive = z.strictObject({
  first_seen_at: time.nullable().describe('Time of the first capture, possibly by an earlier owner of the name'),
  last_seen_at: time.nullable().describe('Time of the last capture'),
});

export const commonCrawl = z.strictObject({
  crawl_id: text.describe('Id of the newest crawl, the source of the values'),
  present: z.boolean().describe('Whether the crawl has captures of the domain'),
  captures_upper_bound: count.describe('Upper bound of the number of captures of the domain and its subdomains'),
});

const fieldMetrics = {
  lcp_p75_ms: count.nullable().describe('Largest Contentful Paint, 75th percentile'),
  inp_p75_ms: count.nullable().describe('Interaction to Next Paint, 75th percentile'),
  cls_p75: z.number().nonnegative().nullable().describe('Cumulative Layout Shift, 75th percentile'),
  fcp_p75_ms: count.nullable().describe('First Contentful Paint, 75th percentile'),
  ttfb_p75_ms: count.nullable().describe('Time to First Byte, 75th percentile'),
  assessment: z
    .enum(['good', 'needs_improvement', 'poor'])
    .nullable()
    .describe('Worst assessment of the known Core Web Vitals (LCP, INP, CLS)'),
};

export const fieldPerformance = z.strictObject({
  form_factor: z.literal('phone').describe('Type of device'),
  period_start: date.describe('First day of the measurements'),
  period_end: date.describe('Last day of the measurements'),
  ...fieldMetrics,
  desktop: z
    .strictObject(fieldMetrics)
    .nullable()
    .describe('The same metrics for desktop computers in the same 28 days; null: too few visitors, or not known'),
});

export const labPerformance = z.strictObject({
  lighthouse_version: text.nullable().describe('Version of Lighthouse'),
  performance_score: score.nullable().describe("Lighthouse's performance score"),
  seo_score: score.nullable().describe("Lighthouse's SEO score, computed with scripts enabled"),
  fcp_ms: count.nullable().describe('First Contentful Paint'),
  lcp_ms: count.nullable().describe('Largest Contentful Paint'),
  tbt_ms: count.nullable().describe('Total Blocking Time'),
  speed_index_ms: count.nullable().describe('Speed Index'),
  cls: z.number().nonnegative().nullable().describe('Cumulative Layout Shift'),
});

/** Positions of a domain's keywords in search results, and estimates of their value. */
export const searchPositions = z.strictObject({
  location_code: z.int().nullable().describe('Code of the country at the provider'),
  language_code: text.nullable().describe('Language of the searches (ISO 639-1)'),
  etv: z.number().nonnegative().nullable().describe('Estimated visits per month'),
  estimated_cost_usd: z
    .number()
    .nonnegative()
    .nullable()
    .describe('Estimated cost of those visits if bought as advertisements'),
  count: count.nullable().describe('Keywords for which the domain is in the first 100 results'),
  pos_1: keywordsAt('position 1'),
  pos_2_3: keywordsAt('positions 2 to 3'),
  pos_4_10: keywordsAt('positions 4 to 10'),
  pos_11_20: keywordsAt('positions 11 to 20'),
  pos_21_30: keywordsAt('positions 21 to 30'),
  pos_31_40: keywordsAt('positions 31 to 40'),
  pos_41_50: keywordsAt('positions 41 to 50'),
  pos_51_60: keywordsAt('positions 51 to 60'),
  pos_61_70: keywordsAt('positions 61 to 70'),
  pos_71_80: keywordsAt('positions 71 to 80'),
  pos_81_90: keywordsAt('positions 81 to 90'),
  pos_91_100: keywordsAt('positions 91 to 100'),
  is_new: count.nullable().describe('Keywords that had no position before'),
  is_up: count.nullable().describe('Keywords whose position has improved'),
  is_down: count.nullable().describe('Keywords whose position has worsened'),
  is_lost: count.nullable().describe('Keywords that no longer have a position'),
});

export const topKeyword = z.strictObject({
  keyword: text.describe('The phrase: NFKC, lower case, white space collapsed'),
  score: score.describe('Relevance, computed from the positions and the frequency of the phrase on the page'),
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
  id: text.describe('Name of the source'),
  status: sourceStatus.describe(
    'Result of the last request to the source. empty: the source has no data for the domain; partial: some values are ' +
      'missing; pending: the source is being requested in the background; skipped: not requested, because the source is ' +
      'disabled, its budget is spent, or a batch excludes paid sources; not_configured: a key or setting is missing; ' +
      'unsupported: the source does not cover such domains; blocked: the source refuses requests',
  ),
  fields: z.array(text).describe('Members of the record that the source provides, for example popularity.tranco'),
  fetched_at: time.nullable().describe('When the values in the record were fetched'),
  from_cache: z.boolean().describe('Whether the values are from an earlier fetch, because the last request failed'),
  http_status: z.int().nullable().describe('HTTP status of the response; null if there is none'),
  duration_ms: count.nullable().describe('Duration of the request in milliseconds; null if there was no request'),
  error: z
    .strictObject({
      code: text.describe('Stable code of the error'),
      message: text.describe('Description of the error'),
      retryable: z.boolean().describe('Whether the source is requested again in the background'),
    })
    .nullable()
    .describe('Why the source returned no values, or not all; null: no error'),
  attribution: text
    .nullable()
    .describe('Credit to show with the values, as the licence requires; null: none is required'),
});

export const popularity = z.strictObject({
  tranco: tranco.nullable().describe('Rank in the Tranco list; null: not listed, or not known'),
  open_page_rank: openPageRank.nullable().describe('Open PageRank'),
});

export const performance = z.strictObject({
  field: fieldPerformance.nullable().describe('Field data: measurements of real visits (Chrome UX Report)'),
  lab: labPerformance.nullable().describe('Lab data: measurements by Lighthouse (PageSpeed Insights)'),
});

/** Sections that sources fill; null: not known. */
export const sections = z.strictObject({
  page: page.nullable().describe('The home page as served'),
  robots_txt: robotsTxt.nullable().describe('The file robots.txt'),
  sitemap: sitemap.nullable().describe('Sitemaps'),
  dns: dns.nullable().describe('DNS records'),
  tls: tls.nullable().describe('The TLS certificate'),
  host_variants: hostVariants.nullable().describe('Redirects of http and https, with and without www.'),
  security_headers: securityHeaders.nullable().describe('Security headers; not part of the score'),
  hreflang_cluster: hreflangCluster.nullable().describe('Consistency of the hreflang links between language versions'),
  ai_access: aiAccess.describe('Access of AI crawlers by robots.txt, and llms.txt; not part of the score'),
  ai_policy: aiPolicy.describe(
    'What the site declares to machines about the use of its content, as declared; not part of the score, and no ' +
      'statement that an agent respects it',
  ),
  registration: registration.nullable().describe('The registration of the name'),
  popularity: popularity.describe('Ranks among all sites'),
  archive: archive.nullable().describe('Captures in the Internet Archive'),
  common_crawl: commonCrawl.nullable().describe('Captures in the newest crawl of Common Crawl'),
  performance: performance.describe('Loading performance of the home page'),
  organic: searchPositions.nullable().describe('Positions in organic search results'),
  paid: searchPositions.nullable().describe('Positions of advertisements'),
  top_keywords: z
    .array(topKeyword)
    .max(100)
    .nullable()
    .describe('Phrases that describe the content of the home page, highest score first; null: it was not read'),
});

/** Returns the members with the issues of a page. */
export function issueLists(page: string) {
  return {
    issues: z
      .array(issueRow)
      .max(100)
      .nullable()
      .describe(
        `Occurrences of issues of ${page}, as in /api/v1/seo/issues, errors first; at most 20 of each. Relations with other ` +
          'pages are not checked; null: it was not read',
      ),
    issues_total: count
      .nullable()
      .describe('Number of occurrences, at most 20 of each issue; issues contains the first 100'),
  };
}

/** The part of the record that is stored, and returned unchanged. */
export const domainRecord = z.strictObject({
  complete: z.boolean().describe('Whether all configured sources have responded'),
  seo_score: score
    .nullable()
    .describe('Score of the audit; null: the home page could not be read, or has a status of 400 or above'),
  audit: audit.nullable().describe("Lighthouse's SEO audits of the home page"),
  ...issueLists('the home page'),
  ...sections.shape,
  sources: z.array(sourceReport).describe('Status of each source'),
});

/** `data` of `/api/v1/seo/query`. */
export const domainAnswer = z.strictObject({
  domain: text.describe('The normalized name of the domain: lower-case ASCII, without www.'),
  domain_unicode: text.describe('The same name in Unicode'),
  cache_status: z
    .enum(['hit', 'miss', 'refreshed'])
    .describe('hit: from the cache; miss: fetched for the first time; refreshed: fetched again on request'),
  first_cached_at: time.describe('When the domain was first fetched'),
  updated_at: time.describe('When the record was last fetched'),
  age_seconds: count.describe('Seconds since updated_at'),
  pending: z.array(text).describe('Ids of the sources that are being requested in the background'),
  poll_after_seconds: count
    .nullable()
    .describe('Seconds after which to retry, to get the values of pending sources; null: none is pending'),
  ...domainRecord.shape,
});
