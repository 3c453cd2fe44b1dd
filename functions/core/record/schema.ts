/**
 * The domain record of `/api/v1/seo/query`, as one schema: the types that the code works with, the check that tests
 * validate responses with and the OpenAPI description are derived from it. No function loads it.
 *
 * Conventions: times are UTC ISO 8601, dates `YYYY-MM-DD`, units are part of the name, scores are integers 0–100.
 * `null` = not known (`sources` has the reason), `0` = measured zero, `[]` = asked, and there were none.
 * A list that a site can make long is capped at 100 entries (fewer where a record would not fit into the database);
 * `<list>_total` says how many there were. Texts are cut at 2,000 characters.
 */
import { z } from 'zod';

const time = z.iso.datetime();
const date = z.iso.date();
const count = z.int().nonnegative();
const score = z.int().min(0).max(100);
const text = z.string();
/** Length of a list before it was capped. */
const total = (what: string) => count.describe(`${what} in all; the list beside it holds the first of them`);
/** The same, null where the name servers did not answer. */
const records = (type: string) => count.nullable().describe(`${type} records in all`);
const keywordsAt = (positions: string) => count.nullable().describe(`Keywords at ${positions} of the search results`);

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
  hreflang_total: total('Alternate language links'),
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
  word_count: count.describe('Words in the text of the body; Chinese, Japanese and Thai by segments'),
  images: z
    .strictObject({
      total: count.describe('<img> elements'),
      missing_alt: count.describe('<img> elements without an alt attribute'),
    })
    .describe('Images of the page'),
  links: z
    .strictObject({
      total: count.describe('<a> elements with an href'),
      internal: count.describe('To the same registrable domain'),
      external: count.describe('To another registrable domain'),
      nofollow: count.describe('With rel nofollow, ugc or sponsored'),
      uncrawlable: count.describe('Links that the crawlable-anchors audit rejects'),
    })
    .describe('Links of the page'),
  open_graph: z.record(z.string(), text).describe('og: properties without the prefix; the first of each'),
  twitter: z.record(z.string(), text).describe('twitter: names without the prefix; the first of each'),
  structured_data: z
    .strictObject({
      types: z.array(text).describe('Distinct schema.org types in JSON-LD and microdata'),
      types_total: total('Distinct types'),
      blocks: count.describe('JSON-LD blocks'),
      errors: count.describe('JSON-LD blocks that are not JSON'),
    })
    .describe('Data for machines in the page'),
  viewport: text.nullable().describe('content of meta viewport'),
});

export const auditItem = z.strictObject({
  element: text.nullable().describe('What was found: markup, header or line; at most 200 characters'),
  url: text.nullable().describe('Address concerned'),
  line: count.nullable().describe('Line number in robots.txt'),
  reason: text.describe('Why it was listed'),
});

export const auditResult = z.strictObject({
  id: text.describe("Lighthouse's audit id"),
  score: z.union([z.literal(0), z.literal(1), z.null()]).describe('1 passed, 0 failed, null does not apply'),
  status: z.enum(['pass', 'fail', 'not_applicable']).describe('The score in a word'),
  weight: z.number().describe('Weight in the SEO category'),
  title: text.describe(
    'What is so if it passed, or what is wrong if it failed; in records of older versions the former in any case',
  ),
  explanation: text.nullable().describe('Why it failed, or what to know about the pass'),
  items: z.array(auditItem).describe('What was found'),
  items_total: total('Items'),
});

export const extraCheck = z.strictObject({
  id: text.describe('Name of the check'),
  status: z.enum(['pass', 'warn', 'fail', 'not_applicable']).describe('How the value compares with the threshold'),
  value: z.union([z.number(), text, z.boolean()]).nullable().describe('What was found'),
  unit: text.nullable().describe('Unit of the value'),
  threshold: text.nullable().describe('What would pass, in words'),
});

export const audit = z.strictObject({
  compatible_with: text.describe('The rules that these audits follow'),
  rendered: z.literal(false).describe('Scripts are not run: the audits see the HTML as served'),
  score: score.describe('Weighted mean of the audits that apply'),
  passed: count.describe('Audits that passed'),
  failed: count.describe('Audits that failed'),
  not_applicable: count.describe('Audits that do not apply to the page'),
  audits: z.array(auditResult).describe('Every audit'),
  warnings: z.array(text).describe('What may have kept the audits from seeing the page as it is'),
  extra_checks: z.array(extraCheck).describe('Not part of the score'),
});

export const robotsAgent = z.strictObject({
  allowed: z.boolean().describe('May this agent fetch the page?'),
  crawl_delay_seconds: z.number().nonnegative().nullable().describe('Crawl-delay; null where there is none'),
});

export const robotsTxt = z.strictObject({
  url: text.describe('Address of the file'),
  http_status: z.int().nullable().describe('null: it could not be fetched'),
  valid: z.boolean().nullable().describe('null: there is none to check'),
  errors: z
    .array(
      z.strictObject({
        line: count.describe('Line number; 1 is the first'),
        content: text.describe('The line'),
        message: text.describe('What is wrong with it'),
      }),
    )
    .describe('Lines that are no valid rules'),
  errors_total: total('Lines'),
  sitemaps: z.array(text).describe('Addresses that it names'),
  sitemaps_total: total('Addresses'),
  agents: z.record(z.string(), robotsAgent).describe('By user agent; * is any other'),
});

export const sitemap = z.strictObject({
  found: z.boolean().describe('There is a sitemap that could be read'),
  urls: z.array(text).describe('Sitemap files that were read'),
  urls_total: count.describe('Sitemap files that are named by robots.txt and index files'),
  kind: z.enum(['urlset', 'index', 'text', 'feed']).nullable().describe('Kind of the first sitemap found'),
  url_count: count.nullable().describe('Pages listed in the files that were read'),
  last_modified: text.nullable().describe('Latest <lastmod>, ISO 8601 time or date'),
  truncated: z.boolean().describe('There are more files or pages than were read, or a file ends too early'),
});

export const dns = z.strictObject({
  a: z.array(text).nullable().describe('IPv4 addresses. null, as with all lists here: the name servers did not answer'),
  a_total: records('A'),
  aaaa: z.array(text).nullable().describe('IPv6 addresses'),
  aaaa_total: records('AAAA'),
  ns: z.array(text).nullable().describe('Name servers'),
  ns_total: records('NS'),
  mx: z
    .array(
      z.strictObject({
        priority: count.describe('The lowest is tried first'),
        exchange: text.describe('Host that takes the mail'),
      }),
    )
    .nullable()
    .describe('Mail servers'),
  mx_total: records('MX'),
  has_spf: z.boolean().nullable().describe('There is an SPF record'),
  dmarc_policy: z
    .enum(['none', 'quarantine', 'reject'])
    .nullable()
    .describe('Policy of the DMARC record; null without one'),
  caa: z
    .array(
      z.strictObject({
        critical: count.describe('Flags of the record; 128 is critical'),
        tag: text.describe('Such as issue'),
        value: text.describe('Such as the authority that may issue'),
      }),
    )
    .nullable()
    .describe('Who may issue certificates'),
  caa_total: records('CAA'),
});

export const tls = z.strictObject({
  valid: z.boolean().describe('The chain is trusted, in date and for this name'),
  protocol: text.nullable().describe('For example TLSv1.3'),
  issuer: text.nullable().describe('Organisation or common name of the issuer'),
  subject: text.nullable().describe('Common name, or first alternative name'),
  valid_from: time.nullable().describe('Start of the validity'),
  valid_to: time.nullable().describe('End of the validity'),
  days_remaining: z.int().nullable().describe('Whole days until valid_to; negative once expired'),
  error: text.nullable().describe('Why it is not valid, as a code'),
});

const hostVariant = z.strictObject({
  url: text.describe('Address that is asked for: http or https, with or without www.'),
  http_status: z.int().nullable().describe('HTTP status of the final answer; null where there is none'),
  final_url: text.nullable().describe('Address that it ends at; null where nothing answered'),
  hops: count.nullable().describe('Redirects on the way; null where nothing answered'),
  error: text.nullable().describe('Why there is no final answer, as a code'),
});

export const hostVariants = z.strictObject({
  preferred: text.nullable().describe('Origin at which most variants end; null where none answers'),
  consistent: z.boolean().nullable().describe('All that answer end at one origin; null where fewer than two answer'),
  variants: z.array(hostVariant).max(4).describe('http and https, without and with www.'),
});

const securityHeader = z.strictObject({
  status: z.enum(['present', 'weak', 'absent']).describe('Whether it is sent, and protects'),
  value: text.nullable().describe('As sent, up to 2,000 characters; several are joined with ", "'),
  rule: text.describe("Name of the rule that decided: where Mozilla's HTTP Observatory has one, that name"),
});

export const securityHeaders = z.strictObject({
  hsts: securityHeader.describe('Strict-Transport-Security'),
  csp: securityHeader.describe('Content-Security-Policy, of the headers and the meta elements'),
  x_content_type_options: securityHeader.describe('X-Content-Type-Options'),
  x_frame_options: securityHeader.describe('X-Frame-Options, or frame-ancestors of the policy'),
  referrer_policy: securityHeader.describe('Referrer-Policy, of the headers and the meta elements'),
  permissions_policy: securityHeader.describe('Permissions-Policy'),
  mixed_content: z
    .strictObject({
      blockable: count.describe('Scripts, styles, frames and the like, which browsers block'),
      upgradeable: count.describe('Images, audio and video, which browsers ask for over https instead'),
      urls: z.array(text).describe('Addresses as written'),
      urls_total: total('Addresses'),
    })
    .nullable()
    .describe('What a page over https includes over http; null for a page over http'),
});

const alternate = z.strictObject({
  hreflang: text.describe('Language tag as written'),
  url: text.describe('Absolute address'),
  http_status: z.int().nullable().describe('null: it could not be read'),
  returns: z.boolean().nullable().describe('It links back to the home page; null: it could not be read'),
  lang: text.nullable().describe('lang attribute of its <html>'),
  lang_matches: z.boolean().nullable().describe('lang has the declared language; null where either is missing'),
});

export const hreflangCluster = z.strictObject({
  self_reference: z.boolean().describe('The home page is among its own alternates'),
  x_default: z.boolean().describe('There is an alternate for all other languages'),
  lang_matches: z
    .boolean()
    .nullable()
    .describe('lang of the home page has the language of its self-reference; null where either is missing'),
  checked: count.max(5).describe('Alternates of the same registrable domain that were asked for'),
  alternates: z.array(alternate).max(5).describe('Those'),
  valid: z
    .boolean()
    .nullable()
    .describe('It names itself, all that were read link back, and no language differs; null without hreflang links'),
});

const aiAgent = z.strictObject({
  allowed: z.boolean().describe('May it fetch the home page?'),
  rule: text.nullable().describe('Line of robots.txt that decides; null where none does'),
});

export const llmsTxt = z.strictObject({
  found: z.boolean().describe('The server sent a file'),
  http_status: z.int().describe('HTTP status of the final answer'),
  title: text.nullable().describe('First heading of level one'),
  links: count.nullable().describe('Markdown links; null without a file'),
  problems: z
    .array(z.enum(['missing_h1', 'missing_links', 'too_short', 'http_error']))
    .describe("What Lighthouse's audit llms-txt finds fault with"),
  valid: z.boolean().nullable().describe('It passes that audit; null where there is no file to judge'),
});

export const aiAccess = z.strictObject({
  agents: z
    .record(z.string(), aiAgent)
    .nullable()
    .describe('Crawlers of AI services by the name that robots.txt has for them'),
  llms_txt: llmsTxt.nullable().describe('The file llms.txt'),
});

export const registration = z.strictObject({
  registered_at: time.nullable().describe('When the name was registered'),
  expires_at: time.nullable().describe('End of the registration'),
  updated_at: time.nullable().describe('Last change of the registration'),
  age_days: count.nullable().describe('Whole days since registered_at'),
  registrar: text.nullable().describe('Name of the registrar'),
  registrar_iana_id: text.nullable().describe("The registrar's number at IANA"),
  statuses: z.array(text).describe('Registration status values (RFC 8056)'),
  statuses_total: total('Status values'),
  method: z.literal('rdap').describe('How it was asked for'),
});

export const tranco = z.strictObject({
  rank: z.int().positive().describe('1 is the most popular'),
  date: date.describe('Day of the list'),
  rank_30d_ago: z.int().positive().nullable().describe('Rank 30 days before that day'),
  change_30d: z.int().nullable().describe('rank minus rank_30d_ago: negative has climbed'),
});

export const openPageRank = z.strictObject({
  score: z.number().min(0).max(10).nullable().describe('0 to 10, logarithmic; from the link graph of Common Crawl'),
  rank: z.int().positive().nullable().describe('1 is the first'),
  referring_domains: count.nullable().describe('Domains that link to it'),
  date: date.nullable().describe('As of'),
});

export const archive = z.strictObject({
  first_seen_at: time.nullable().describe('First capture; may be of an earlier owner of the name'),
  last_seen_at: time.nullable().describe('Last capture'),
});

export const commonCrawl = z.strictObject({
  crawl_id: text.describe('The crawl that was asked, the newest'),
  present: z.boolean().describe('The crawl has captures of it'),
  captures_upper_bound: count.describe('At most so many captures of the domain and its subdomains'),
});

const fieldFigures = {
  lcp_p75_ms: count.nullable().describe('Largest Contentful Paint, 75th percentile'),
  inp_p75_ms: count.nullable().describe('Interaction to Next Paint, 75th percentile'),
  cls_p75: z.number().nonnegative().nullable().describe('Cumulative Layout Shift, 75th percentile'),
  fcp_p75_ms: count.nullable().describe('First Contentful Paint, 75th percentile'),
  ttfb_p75_ms: count.nullable().describe('Time to First Byte, 75th percentile'),
  assessment: z
    .enum(['good', 'needs_improvement', 'poor'])
    .nullable()
    .describe('The worst of the Core Web Vitals (LCP, INP, CLS) that are known'),
};

export const fieldPerformance = z.strictObject({
  form_factor: z.literal('phone').describe('Devices that were measured'),
  period_start: date.describe('First day of the measurements'),
  period_end: date.describe('Last day of the measurements'),
  ...fieldFigures,
  desktop: z
    .strictObject(fieldFigures)
    .nullable()
    .describe('The same of desktop computers, of the same 28 days; null: too few visitors, or not known'),
});

export const labPerformance = z.strictObject({
  lighthouse_version: text.nullable().describe('Version that measured'),
  performance_score: score.nullable().describe("Lighthouse's score for performance"),
  seo_score: score.nullable().describe("Lighthouse's score for SEO, scripts run"),
  fcp_ms: count.nullable().describe('First Contentful Paint'),
  lcp_ms: count.nullable().describe('Largest Contentful Paint'),
  tbt_ms: count.nullable().describe('Total Blocking Time'),
  speed_index_ms: count.nullable().describe('Speed Index'),
  cls: z.number().nonnegative().nullable().describe('Cumulative Layout Shift'),
});

/** Positions of a domain's keywords in search results, and what they are worth. */
export const searchPositions = z.strictObject({
  location_code: z.int().nullable().describe("The provider's code of the country"),
  language_code: text.nullable().describe('Language of the searches (ISO 639-1)'),
  etv: z.number().nonnegative().nullable().describe('Estimated visits a month'),
  estimated_cost_usd: z.number().nonnegative().nullable().describe('What those visits would cost as advertisements'),
  count: count.nullable().describe('Keywords in the first 100 results'),
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
  is_new: count.nullable().describe('Keywords that were not there before'),
  is_up: count.nullable().describe('Keywords that have climbed'),
  is_down: count.nullable().describe('Keywords that have fallen'),
  is_lost: count.nullable().describe('Keywords that are there no more'),
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
  id: text.describe('Name of the source'),
  status: sourceStatus.describe(
    'pending: asked in the background; skipped: not asked, since it is switched off, a budget is spent, or a batch did not want paid sources asked; ' +
      'unsupported: it knows nothing of such a domain; blocked: it refuses to be asked',
  ),
  fields: z.array(text).describe('Members of the record that this source fills, such as popularity.tranco'),
  fetched_at: time.nullable().describe('When the values that stand in the record were fetched'),
  from_cache: z.boolean().describe('The values are those of an earlier fetch'),
  http_status: z.int().nullable().describe('HTTP status of its answer; null where it has none'),
  duration_ms: count.nullable().describe('How long it took; null where it was not asked'),
  error: z
    .strictObject({
      code: text.describe('What went wrong, for programs'),
      message: text.describe('What went wrong, for people'),
      retryable: z.boolean().describe('It is asked again in the background'),
    })
    .nullable()
    .describe('Why it gave no, or not all, values'),
  attribution: text.nullable().describe('What has to be said where the values are shown'),
});

export const popularity = z.strictObject({
  tranco: tranco.nullable().describe('Rank in the Tranco list; null: not in it, or not known'),
  open_page_rank: openPageRank.nullable().describe('Open PageRank'),
});

export const performance = z.strictObject({
  field: fieldPerformance.nullable().describe('What people experienced (Chrome UX Report)'),
  lab: labPerformance.nullable().describe('What Lighthouse measured'),
});

/** What the sources fill; null where they could not. */
export const sections = z.strictObject({
  page: page.nullable().describe('The home page, as it was served'),
  robots_txt: robotsTxt.nullable().describe('The file robots.txt'),
  sitemap: sitemap.nullable().describe('Sitemaps'),
  dns: dns.nullable().describe('Records of the name servers'),
  tls: tls.nullable().describe('The certificate'),
  host_variants: hostVariants.nullable().describe('Where http and https, with and without www., lead'),
  security_headers: securityHeaders.nullable().describe('Headers that protect visitors; not part of the score'),
  hreflang_cluster: hreflangCluster.nullable().describe('Whether the pages in other languages agree'),
  ai_access: aiAccess.describe('What crawlers of AI services may read, and are told; not part of the score'),
  registration: registration.nullable().describe('The registration of the name'),
  popularity: popularity.describe('Ranks among all sites'),
  archive: archive.nullable().describe('Captures in the Internet Archive'),
  common_crawl: commonCrawl.nullable().describe('Captures in the newest crawl of Common Crawl'),
  performance: performance.describe('How fast the home page is'),
  organic: searchPositions.nullable().describe('Positions in search results'),
  paid: searchPositions.nullable().describe('Positions of advertisements'),
  top_keywords: z
    .array(topKeyword)
    .max(100)
    .nullable()
    .describe('Phrases that the home page is about, best first; null: it was not read'),
});

/** The part of the record that is stored, and returned unchanged. */
export const domainRecord = z.strictObject({
  complete: z.boolean().describe('Every configured source answered'),
  seo_score: score.nullable().describe('Score of the audit; null: the home page could not be read'),
  audit: audit.nullable().describe('SEO audit of the home page'),
  ...sections.shape,
  sources: z.array(sourceReport).describe('Who was asked, and what came of it'),
});

/** `data` of `/api/v1/seo/query`. */
export const domainAnswer = z.strictObject({
  domain: text.describe('The name that the record is kept under: lower-case ASCII, without www.'),
  domain_unicode: text.describe('The same name as people write it'),
  cache_status: z
    .enum(['hit', 'miss', 'refreshed'])
    .describe('hit: from the cache; miss: just fetched for the first time; refreshed: fetched anew on request'),
  first_cached_at: time.describe('When the domain was first fetched'),
  updated_at: time.describe('When the record was last fetched'),
  age_seconds: count.describe('Time since then'),
  pending: z.array(text).describe('Ids of the sources that are asked in the background and have not answered yet'),
  poll_after_seconds: count
    .nullable()
    .describe('After this time it pays to ask again for what is pending; null: nothing is'),
  ...domainRecord.shape,
});
