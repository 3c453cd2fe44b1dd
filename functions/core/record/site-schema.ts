import { z } from 'zod';
import { policyStatement } from './ai-policy-schema.ts';
import { severity } from './issue-schema.ts';
import { domainAnswer, page, sourceReport } from './schema.ts';

/**
 * Schemas of the audit of a whole site: the answers of `/api/v1/seo/site` and `/api/v1/seo/site/pages`, with the
 * conventions of `schema.ts`. No function loads them.
 */
const count = z.int().nonnegative();
const time = z.iso.datetime();
const address = z.string();
const share = z.int().min(0).max(100).nullable();
const internalRank = z
  .number()
  .min(0)
  .max(100)
  .describe('PageRank over the internal links without nofollow, scaled so that the highest value is 100');

export const siteIssue = z.strictObject({
  id: z.string().describe('Stable id of the issue, as in /api/v1/seo/issues'),
  severity,
  scope: z
    .enum(['page', 'site'])
    .describe('page: found on individual pages; site: found by comparing pages or following links between them'),
  count: count.describe('Number of affected pages; for links, the pages that contain them'),
  title: z.string().describe('Name of the issue'),
  impact: z.string().describe('What the issue costs, in one sentence'),
  how_to_fix: z.string().describe('How to fix the issue'),
  learn_more: z.string().describe('URL of the documentation of the rule'),
  examples: z.array(address).max(5).describe('Addresses of the first affected pages'),
});

const skipped = z.strictObject({
  reason: z
    .string()
    .describe(
      'Reason as a stable code: session_id, calendar, facets, endless_path, repeated_content …; sitemap_unread: a sitemap of ' +
        'the scope that could not be read, so that its pages are not known; sign_out_or_delete: an address that looks like ' +
        'signing out or deleting, in a crawl with headers or basic_auth',
    ),
  count: count.describe('Number of URLs; a value of 5,000 or more is a lower bound'),
  examples: z.array(address).max(5).describe('Some of the first addresses'),
});

const changes = z.strictObject({
  since: time.describe('When the crawl ended that it is compared with'),
  added: count.describe('Pages that are new, as in /api/v1/seo/site/compare'),
  removed: count.describe('Pages that are gone, as in /api/v1/seo/site/compare'),
  changed: count.describe(
    'Pages whose status, redirect, title, description, h1, canonical, robots directives or text changed',
  ),
  examples: z
    .array(
      z.strictObject({
        url: address.describe('URL of the page'),
        change: z.enum(['added', 'removed', 'changed']).describe('Kind of the change'),
        fields: z.array(z.string()).describe('Names of the members that changed; empty unless change is changed'),
      }),
    )
    .max(100)
    .describe('The first of these pages'),
});

/** Members that identify a crawl, in every answer that is made from one. */
export const crawlId = z.string().describe('Id of the crawl that the answer is made from');
const stopReason = z.enum([
  ...(['page_limit', 'allowance', 'cancelled', 'blocked', 'robots', 'unreachable', 'work_limit'] as const),
  'report_failed',
]);
const status = z.enum(['queued', 'crawling', 'done', 'stopped']);
export const isComplete = z
  .boolean()
  .describe(
    'The crawl has ended, and every address within its scope that it found was requested; those that robots.txt disallows, ' +
      'and traps (calendars, facets, repeated content, chains of redirects), do not count',
  );
export const scope = z
  .strictObject({
    include: z.array(z.string()).readonly().describe('Path patterns of the addresses that are requested; empty: all'),
    exclude: z.array(z.string()).readonly().describe('Path patterns of addresses that are not requested'),
    depth: count.nullable().describe('Maximum number of clicks from the home page; null: any'),
    urls: z
      .array(address)
      .max(10)
      .readonly()
      .describe('The first of the addresses that are requested alone; empty: no such list'),
    urls_total: count.describe('Number of these addresses, those that are not listed included'),
    sitemaps: z
      .array(address)
      .max(10)
      .readonly()
      .describe('The first of the sitemaps whose pages are requested alone; empty: no such list'),
    sitemaps_total: count.describe('Number of these sitemaps, those that are not listed included'),
  })
  .describe('What the crawl covers; all members are empty or null for the whole site');
const extractRules = z
  .array(
    z.strictObject({
      name: z.string().describe('Name of the value'),
      css: z.string().describe('CSS selector'),
      get: z.string().describe('text, count, or attribute: with the name of an attribute'),
    }),
  )
  .max(10)
  .readonly();
export const options = z
  .strictObject({
    external: z.boolean().describe('Whether external targets of links are requested'),
    resources: z.boolean().describe('Whether images, scripts and stylesheets are requested'),
    rate: z.number().describe('Requests per second, unless the server slows down or robots.txt requires less'),
    extract: extractRules.describe('Values that are read from each page; empty: none'),
    headers: z
      .array(z.string())
      .max(10)
      .readonly()
      .describe('Names of the headers that are sent to the domain; empty: none'),
    basic_auth: z.boolean().describe('Whether a user name and a password are sent to the domain'),
  })
  .describe('How the crawl reads its addresses');
const limit = count.describe('Page limit of the crawl');
export const bySeverity = z.strictObject({
  error: count.describe('Of severity error'),
  warning: count.describe('Of severity warning'),
  notice: count.describe('Of severity notice'),
});

/** The last crawl, where the answer is made from an older one. */
const lastCrawl = z.strictObject({
  crawl_id: z.string().describe('Id of the crawl'),
  status: status.describe('Its status'),
  complete: isComplete,
  stop_reason: stopReason
    .nullable()
    .describe('Why it stopped, or will stop, before it has all pages; null: it does not'),
  finished_at: time.nullable().describe('When it ended; null: it is in progress'),
  scope,
});

const pastCrawl = z.strictObject({
  crawl_id: z.string().describe('Id of the crawl'),
  complete: isComplete,
  finished_at: time.describe('When the crawl ended'),
  health: share.describe('health of its result'),
  site_score: share.describe('site_score of its result'),
  pages: count.describe('pages.total of its result'),
  issues: z.record(z.string(), count).describe('Number of affected pages by id of the issue; no other issue was found'),
});

/** Counts of addresses that a crawl requests besides its pages. */
const targetCounts = z.strictObject({
  total: count.describe('Different addresses that pages name, up to the limit'),
  broken: count.describe('Addresses that do not exist: 4xx except refusals, 5xx twice, or a name that does not exist'),
  unchecked: count.describe(
    'Addresses of which nothing is known: robots.txt disallows them, they refuse crawlers (401, 403, 429, 999 …) or did ' +
      'not respond, or the crawl was stopped before',
  ),
  truncated: z.boolean().describe('Whether pages name more addresses, which were not requested'),
});

/** The result of a finished crawl. It is stored, and returned unchanged. */
export const siteResult = z.strictObject({
  health: share.describe(
    'Percentage of the addresses of the site without an issue of severity error, rounded, among those that were read, ' +
      'whatever their status, or have one: how much of the site is free of errors. null: none could be read',
  ),
  site_score: share.describe(
    'Mean seo_score of the indexable pages, rounded: how well the content of these pages is prepared. Broken links, ' +
      'error pages and relations between pages do not change it. null: there are none',
  ),
  pages: z
    .strictObject({
      total: count.describe('URLs that were requested, or that robots.txt disallows'),
      indexable: count.describe('HTML pages that search engines may index'),
      noindex: count.describe('Pages with a noindex directive'),
      canonicalised: count.describe('Pages whose canonical link points to another URL'),
      redirected: count.describe('URLs that redirect to another URL'),
      client_errors: count.describe(
        'URLs with status 4xx, except responses that refuse the crawler (401, 403, 429, a challenge)',
      ),
      server_errors: count.describe('URLs with status 5xx, except temporary ones (503 with Retry-After)'),
      blocked_by_robots: count.describe('URLs that robots.txt disallows'),
    })
    .describe('Number of pages by indexability'),
  issues: z.array(siteIssue).describe('Issues, the most severe first'),
  links: z
    .strictObject({
      internal: count.describe('Links between URLs of the site; each target counts once per page'),
      external: count.describe('Links to other hosts, which are requested only with the setting external'),
      broken_internal: count.describe('Internal links to a 4xx, a 5xx or a name that does not exist'),
    })
    .describe('Number of links by kind'),
  external: targetCounts
    .nullable()
    .describe('External targets of links; null: they were not requested, because of the settings or of stop_reason'),
  resources: targetCounts.nullable().describe('Images, scripts and stylesheets, in the same way'),
  depth: z
    .record(z.string(), count)
    .describe('Number of HTML pages by depth, the lowest number of clicks from the home page'),
  sitemap: z
    .strictObject({
      listed: count.describe('URLs that the sitemaps list'),
      crawled: count.describe('Listed URLs that `pages.total` includes'),
      not_linked: count
        .nullable()
        .describe(
          'Crawled pages that no page links to; null if links to them may be unknown: include or exclude left out pages, ' +
            'the crawl follows no links, or a page has more than 1,000 or was not read to its end',
        ),
      not_indexable: count.describe('Crawled URLs that search engines may not index'),
    })
    .nullable()
    .describe('Comparison of the sitemaps with the crawl; null: no sitemap was found, or none could be read'),
  duplicates: z
    .strictObject({
      titles: count.describe('Groups of indexable pages with the same title'),
      descriptions: count.describe('Groups of indexable pages with the same meta description'),
      contents: count.describe('Groups of indexable pages with the same visible text'),
      similar_texts_sampled: z
        .literal(true)
        .optional()
        .describe(
          'More than 200 pages have parts of their texts in common, each of which was compared with 200 of these: a ' +
            'near duplicate may be missing. Absent: all similar pages were compared',
        ),
    })
    .describe('Number of groups of duplicate pages'),
  most_linked: z
    .array(z.strictObject({ url: address.describe('URL of the page'), internal_rank: internalRank }))
    .max(10)
    .describe('Pages with the highest internal rank'),
  skipped: z.array(skipped).describe('Linked URLs that were not requested, by reason'),
  changes: changes
    .nullable()
    .describe(
      'Changes since the crawl that /api/v1/seo/site/compare compares it with by default; null: there was none',
    ),
  history: z
    .array(pastCrawl)
    .max(52)
    .describe(
      'The last complete crawls of the whole site, the oldest first. One that reached its page limit is among them, with ' +
        'complete false, only while the domain had no complete one and if it became the audit',
    ),
});

/** What a crawl may not know completely. */
export const unreadKinds = ['sitemaps', 'sitemap_files', 'links', 'hidden_links', 'skipped_links', 'texts'] as const;
export type Unread = (typeof unreadKinds)[number];

/**
 * `data` of `/api/v1/seo/site`. Until the first crawl of a site ends, and if its result could not be computed, the members
 * of the result are null.
 */
export const siteAnswer = z.strictObject({
  domain: domainAnswer.shape.domain,
  crawl_id: crawlId.describe(
    'Id of the crawl that the result, status, times and scope are those of; while the first crawl runs, its id',
  ),
  status: status.describe('Status of this crawl: crawling until its result is stored'),
  stop_reason: stopReason
    .nullable()
    .describe(
      'Why this crawl stopped, or will stop, before it has all pages. page_limit: the maximum number of pages is reached; ' +
        'allowance: the daily allowance of pages is used up; cancelled: cancelled by its owner; blocked: the operator of ' +
        'the service has blocked the site; robots: robots.txt disallows the home page, or could not be read; ' +
        'unreachable: the home page, or a sitemap of the scope, could not be read, or ten consecutive URLs did not respond or refused the crawler ' +
        '(401, 403, 429 or a bot challenge); work_limit: the crawl took far more steps than its pages require, because the site repeatedly requested delays or was being ' +
        'crawled for another domain; report_failed: its result could not be computed, so that all of its members are null. ' +
        'null: the crawl was not stopped',
    ),
  complete: isComplete,
  unread: z
    .array(z.enum(unreadKinds))
    .readonly()
    .nullable()
    .describe(
      'What this crawl does not know completely, so that issues that depend on it may be missing. sitemaps: no sitemap was ' +
        'found, or a file of one could not be read; sitemap_files: a file of a sitemap could not be read; links: a page has ' +
        'more than 1,000 links, or was not read to its end; hidden_links: that, the crawl follows no links, or include or ' +
        'exclude left out pages, which may link to others; skipped_links: that, or an address that a page links to ' +
        'was not requested; texts: more than 200 pages have parts of their texts in common, of which not all were ' +
        'compared with each other. Empty: nothing; null: the crawl has not ended',
    ),
  started_at: time.describe('When this crawl was requested'),
  finished_at: time.nullable().describe('When this crawl ended; null: it has not'),
  updated_at: time.describe('When this crawl last made progress'),
  scope,
  limit,
  options,
  poll_after_seconds: count
    .nullable()
    .describe(
      'Seconds after which to retry, at most 5 during the first 30 seconds of a crawl and at most 60 later; null: no crawl is in progress',
    ),
  progress: z
    .strictObject({
      found: count.describe('URLs that are known'),
      fetched: count.describe('URLs that were requested'),
      step: z
        .enum(['requesting', 'reporting'])
        .describe('requesting: URLs are being requested; reporting: all were, and the result is being computed'),
      limit: count.describe('Maximum number of URLs to request'),
      started_at: time.describe('When the crawl was requested'),
      updated_at: time.describe('When it last made progress'),
    })
    .nullable()
    .describe("Progress of the crawl in progress: the caller's own, else that of another; null: none is"),
  last_crawl: lastCrawl
    .nullable()
    .describe(
      'The crawl in progress, or the last one that has ended, if it is newer than the crawl that the result is made ' +
        'from; null: none is',
    ),
  health: siteResult.shape.health,
  site_score: siteResult.shape.site_score,
  pages: siteResult.shape.pages.nullable(),
  issues: siteResult.shape.issues.nullable(),
  links: siteResult.shape.links.nullable(),
  external: siteResult.shape.external,
  resources: siteResult.shape.resources,
  depth: siteResult.shape.depth.nullable(),
  sitemap: siteResult.shape.sitemap,
  duplicates: siteResult.shape.duplicates.nullable(),
  most_linked: siteResult.shape.most_linked.nullable(),
  skipped: siteResult.shape.skipped.nullable(),
  changes: siteResult.shape.changes,
  history: siteResult.shape.history.nullable(),
  sources: z
    .array(sourceReport)
    .describe('Status of the crawl as a source; a failed crawl is not retried until another crawl is requested'),
});

/** A page of a crawl in the list of `/api/v1/seo/site/pages`. */
export const siteRow = z.strictObject({
  url: address.describe('URL in normal form'),
  http_status: z.int().nullable().describe('HTTP status; null: there was no response, or no request'),
  failure: z
    .string()
    .nullable()
    .describe(
      'Why the page could not be fetched, as a code: robots_disallowed, robots_unreachable (the robots.txt of its origin ' +
        'could not be read), timeout …; null: it was fetched',
    ),
  redirects_to: address.nullable().describe('Target of the redirect; null: the URL does not redirect'),
  depth: count
    .nullable()
    .describe(
      'Lowest number of clicks from the home page; null: no link leads to the page, or the crawl follows no links',
    ),
  indexable: z
    .boolean()
    .nullable()
    .describe(
      'Whether search engines may index the page, by the group of robots.txt for Googlebot, the status, directives and canonical; null: it was not read, and that group does not disallow it',
    ),
  reason: z
    .enum(['noindex', 'canonicalised', 'redirect', 'client_error', 'server_error', 'robots', 'not_html', 'unknown'])
    .nullable()
    .describe('Why the page is not indexable; unknown: it was not read; null: it is indexable'),
  last_indexable_at: time
    .nullable()
    .describe('End of the last complete crawl that found the page indexable, of the last 30 days; null: there is none'),
  in_sitemap: z.boolean().describe('Whether a sitemap lists the URL'),
  seo_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Score of the audit; null: the URL is not an HTML page with status 200'),
  title: page.shape.title,
  title_length: page.shape.title_length,
  meta_description: page.shape.meta_description,
  meta_description_length: page.shape.meta_description_length,
  first_h1: z.string().nullable().describe('Text of the first h1 heading; at most 500 characters'),
  canonical: page.shape.canonical,
  meta_robots: page.shape.meta_robots,
  x_robots_tag: page.shape.x_robots_tag,
  ai_policy: z
    .array(policyStatement)
    .max(20)
    .nullable()
    .describe(
      'What the page itself declares to machines about the use of its content, where it differs from the home page: in its ' +
        'header and head, and by rules of robots.txt for its path; []: nothing of what the home page declares; null: it does ' +
        'not differ, or one of them was not read',
    ),
  lang: page.shape.lang,
  word_count: page.shape.word_count.nullable(),
  content_hash: page.shape.content_hash,
  content_type: page.shape.content_type,
  html_bytes: page.shape.html_bytes.nullable(),
  ttfb_ms: page.shape.ttfb_ms.nullable(),
  inlinks: count.describe('Pages of the crawl that link to the page without nofollow'),
  outlinks: count.describe('Pages that the page links to without nofollow, among its first 1,000 targets'),
  external_links: count.nullable().describe('Links to other hosts'),
  internal_rank: internalRank,
  issues: z.array(z.string()).describe('Ids of the issues of the page'),
  extracted: z
    .record(z.string(), z.union([z.string(), z.number()]).nullable())
    .optional()
    .describe(
      'Values that the crawl extracts, by name: texts of at most 300 characters, counts; null: no element matches, it lacks ' +
        'the attribute, the page is not an HTML page with status 200, or see extract_failure. Absent: the crawl extracts none',
    ),
  extract_failure: z
    .enum(['work_limit', 'time_limit'])
    .nullable()
    .optional()
    .describe(
      'Why the values of the page are unknown: reading them took more work, or more time, than a page may take. null: they ' +
        'were read, or the page was not. Absent: the crawl extracts none',
    ),
});

/** The crawl that a list is made from. Until a first crawl has ended, the list is empty. */
export const listedCrawl = {
  domain: domainAnswer.shape.domain,
  crawl_id: crawlId.nullable().describe('Id of the crawl that the list is made from; null: none has ended yet'),
  complete: isComplete.nullable(),
  stop_reason: stopReason.nullable().describe('Why the crawl stopped before it had all pages; null: it did not'),
  finished_at: time.nullable().describe('When the crawl ended; null: none has ended yet'),
};

/** `data` of `/api/v1/seo/site/pages`. */
export const sitePagesAnswer = z.strictObject({
  ...listedCrawl,
  limit: z.int().min(1).max(1_000).describe('Maximum number of pages in the response'),
  count: count.describe('Number of pages in the response'),
  truncated: z.boolean().describe('Whether there are more pages'),
  next_cursor: z.string().nullable().describe('Value of cursor for the next part of the list; null: there is none'),
  extract: extractRules.describe('Values that the crawl reads from each page; empty: none'),
  items: z.array(siteRow).describe('Pages in the requested order'),
});

/** A stored crawl, or one in progress, of `/api/v1/seo/site/crawls`. */
export const siteCrawl = z.strictObject({
  crawl_id: z.string().describe('Id of the crawl, which `crawl` and `base` of the other paths take'),
  status: status.describe('Status of the crawl'),
  stop_reason: stopReason
    .nullable()
    .describe('Why it stopped, or will stop, before it has all pages; null: it does not'),
  complete: isComplete,
  started_at: time.describe('When the crawl was requested'),
  finished_at: time.nullable().describe('When it ended; null: it is in progress'),
  started_by: z
    .enum(['you', 'other', 'schedule'])
    .describe("Who started it: the owner of your key, another owner or the operator, or the operator's schedule"),
  scope,
  limit,
  options,
  pages: count
    .nullable()
    .describe(
      'URLs that it requested, or that robots.txt disallows; null: it is in progress, or its result could not be computed',
    ),
  health: share.describe('health of its result; null: it is in progress, or no page could be read'),
  issues: bySeverity
    .nullable()
    .describe('Numbers of occurrences of issues; null: it is in progress, or its result could not be computed'),
});

/** `data` of `/api/v1/seo/site/crawls`. */
export const siteCrawlsAnswer = z.strictObject({
  domain: domainAnswer.shape.domain,
  audit_crawl_id: z
    .string()
    .nullable()
    .describe('Id of the crawl that answers without `crawl` are made from; null: there is none'),
  items: z.array(siteCrawl).describe('The stored crawls and those in progress, the newest first'),
});

/** `data` of `/api/v1/seo/site/verification`. */
export const siteVerification = z.strictObject({
  token: z.string().describe("Text that proves control of the domain; it differs by the key's owner and by domain"),
  verified: z.boolean().describe('Whether the token was found within the last 90 days'),
  proof: z
    .enum(['file', 'dns'])
    .nullable()
    .describe('Where it was found; file if in both. A rate above 1 requires a file. null: there is no valid proof'),
  expires_at: time.nullable().describe('When the proof expires; null: there is no valid proof'),
});

/** Types of these schemas. */
export type SiteResult = z.infer<typeof siteResult>;
export type SiteCrawl = z.infer<typeof siteCrawl>;
export type SiteCrawlsAnswer = z.infer<typeof siteCrawlsAnswer>;
export type SiteAnswer = z.infer<typeof siteAnswer>;
export type SiteVerification = z.infer<typeof siteVerification>;
export type SiteRow = z.infer<typeof siteRow>;
export type SitePagesAnswer = z.infer<typeof sitePagesAnswer>;
