import { z } from 'zod';
import { domainAnswer, sourceReport } from './schema.ts';

/**
 * The audit of a whole site, of `/api/v1/seo/site` and `/api/v1/seo/site/pages`; see `schema.ts` for its conventions. No
 * function loads it.
 */
const count = z.int().nonnegative();
const time = z.iso.datetime();
const address = z.string();
const internalRank = z
  .number()
  .min(0)
  .max(100)
  .describe('PageRank over the links of the site that are followed; the highest is 100');

const siteIssue = z.strictObject({
  id: z.string().describe('Stable id of the issue; of an audit, the id of the audit'),
  severity: z
    .enum(['error', 'warning', 'notice'])
    .describe('error: keeps pages from being found; warning: costs something; notice: is worth a look'),
  scope: z.enum(['page', 'site']).describe('site: it is about how pages stand to each other'),
  count: count.describe('Pages that show it; of links, the pages that they stand on'),
  title: z.string().describe('What is wrong with them'),
  how_to_fix: z.string().describe('What to do about it'),
  learn_more: z.string().describe('Address of the documentation of the rule'),
  examples: z.array(address).max(5).describe('Addresses of the first pages that show it'),
});

const skipped = z.strictObject({
  reason: z.string().describe('As a stable code: session_id, calendar, facets, endless_path, repeated_content …'),
  count: count.describe('How many addresses; from 5,000 on there may be more'),
  examples: z.array(address).max(5).describe('The first of them'),
});

const changes = z.strictObject({
  since: time.describe('When the crawl before it had ended'),
  added: count.describe('Pages that the crawl before did not have, as far from the home page as it knows all'),
  removed: count.describe('Pages that it had and this one does not, as far as this one knows all'),
  changed: count.describe(
    'Pages whose status, redirect, title, description, h1, canonical, robots directives or text differ',
  ),
  examples: z
    .array(
      z.strictObject({
        url: address.describe('Address of the page'),
        change: z.enum(['added', 'removed', 'changed']).describe('Which of them it is'),
        fields: z.array(z.string()).describe('What differs, of a page that is changed'),
      }),
    )
    .max(100)
    .describe('The first of them'),
});

/** What a crawl that has ended came to: it is stored, and returned unchanged. */
export const siteResult = z.strictObject({
  site_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Mean seo_score of the indexable pages; null: there are none'),
  pages: z
    .strictObject({
      total: count.describe('Addresses that were asked for, or may not be asked for'),
      indexable: count.describe('HTML pages that search engines may list'),
      noindex: count.describe('That keep search engines from listing them'),
      canonicalised: count.describe('That name another address as their canonical one'),
      redirected: count.describe('That redirect to another address'),
      client_errors: count.describe('That answered 4xx, other than to turn away who asks (401, 403, 429, a challenge)'),
      server_errors: count.describe(
        'That answered 5xx, other than to be left alone for a while (503 with Retry-After)',
      ),
      blocked_by_robots: count.describe('That robots.txt forbids'),
    })
    .describe('Pages by what search engines make of them'),
  issues: z.array(siteIssue).describe('What is wrong, the most severe first'),
  links: z
    .strictObject({
      internal: count.describe('Links between addresses of the site, each target once a page'),
      external: count.describe('Links to other hosts, which are not requested'),
      broken_internal: count.describe('Internal links to a 4xx, a 5xx or a name that does not exist'),
    })
    .describe('Links'),
  depth: z.record(z.string(), count).describe('HTML pages by the least number of clicks from the home page'),
  sitemap: z
    .strictObject({
      listed: count.describe('Addresses that the sitemaps list'),
      crawled: count.describe('Of them, those that `pages.total` counts'),
      not_linked: count.describe('Of those, the pages that no page links to'),
      not_indexable: count.describe('Of those, the ones that search engines may not list'),
    })
    .nullable()
    .describe('null: no sitemap was found, or none could be read'),
  duplicates: z
    .strictObject({
      titles: count.describe('Groups of indexable pages with the same title'),
      descriptions: count.describe('The same of descriptions'),
      contents: count.describe('The same of visible texts'),
    })
    .describe('Groups of pages that are the same'),
  most_linked: z
    .array(z.strictObject({ url: address.describe('Address of the page'), internal_rank: internalRank }))
    .max(10)
    .describe('Pages with the highest internal rank'),
  skipped: z.array(skipped).describe('Addresses that were linked and not asked for, by reason'),
  changes: changes.nullable().describe('What differs from the crawl before; null: there was none'),
});

/** `data` of `/api/v1/seo/site`. Of a site that is crawled for the first time, the members of the result are null. */
export const siteAnswer = z.strictObject({
  domain: domainAnswer.shape.domain,
  status: z
    .enum(['queued', 'crawling', 'done', 'stopped'])
    .describe('Of the crawl that is under way, else of the last one'),
  stop_reason: z
    .enum(['page_limit', 'allowance', 'cancelled', 'blocked', 'robots', 'unreachable', 'work_limit'])
    .nullable()
    .describe(
      'Why that crawl ends, or has ended, before it has all pages: page_limit: it has as many as it may have; allowance: ' +
        "no more were left of the day's; cancelled: by its owner; blocked: the operator of the service has blocked " +
        'the site; robots: robots.txt forbids its home page, or could not be read; unreachable: its home page could not ' +
        'be read, or ten addresses in a row gave no answer; work_limit: it took far more steps than its pages need, because ' +
        'the site kept asking to wait or was being crawled for another domain. null: nothing stops it',
    ),
  started_at: time.describe('When that crawl was asked for'),
  finished_at: time.nullable().describe('When the crawl that the figures are of has ended; null: none has'),
  updated_at: time.describe('When the crawl last went on'),
  poll_after_seconds: count.nullable().describe('After this time it pays to ask again; null: nothing is under way'),
  progress: z
    .strictObject({
      found: count.describe('Addresses that are known'),
      fetched: count.describe('Addresses that were asked for'),
      limit: count.describe('Addresses that are asked for at most'),
    })
    .describe('How far that crawl is'),
  site_score: siteResult.shape.site_score,
  pages: siteResult.shape.pages.nullable(),
  issues: siteResult.shape.issues.nullable(),
  links: siteResult.shape.links.nullable(),
  depth: siteResult.shape.depth.nullable(),
  sitemap: siteResult.shape.sitemap,
  duplicates: siteResult.shape.duplicates.nullable(),
  most_linked: siteResult.shape.most_linked.nullable(),
  skipped: siteResult.shape.skipped.nullable(),
  changes: siteResult.shape.changes,
  sources: z
    .array(sourceReport)
    .describe('What came of crawling the site; it is not asked again before another crawl is asked for'),
});

/** A page of a crawl, as `/api/v1/seo/site/pages` lists it. */
export const siteRow = z.strictObject({
  url: address.describe('In normal form'),
  http_status: z.int().nullable().describe('null: there was no answer, or it was not asked for'),
  failure: z.string().nullable().describe('Why nothing is known of the page, as a code: robots_disallowed, timeout …'),
  redirects_to: address.nullable().describe('Where it redirects to; null: it does not'),
  depth: count.nullable().describe('Least number of clicks from the home page; null: no link leads there'),
  indexable: z.boolean().describe('May search engines list it?'),
  reason: z
    .enum(['noindex', 'canonicalised', 'redirect', 'client_error', 'server_error', 'robots', 'not_html', 'unknown'])
    .nullable()
    .describe('Why not'),
  in_sitemap: z.boolean().describe('Does a sitemap list it?'),
  seo_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Score of its audit; null: it is no HTML page that answered 200'),
  title: z
    .string()
    .nullable()
    .describe('Its title; this and what follows: null without one, and where it is not known'),
  title_length: count.nullable().describe('Characters of the title'),
  meta_description: z.string().nullable().describe('Its meta description'),
  meta_description_length: count.nullable().describe('Characters of the meta description'),
  h1: z.string().nullable().describe('Text of its first h1'),
  canonical: address.nullable().describe('Address that it names as the canonical one'),
  meta_robots: z.string().nullable().describe('Its first meta robots'),
  lang: z.string().nullable().describe('Language that it declares'),
  word_count: count.nullable().describe('Words of its text'),
  content_hash: z.string().nullable().describe('Of the visible text; null: there is none, or it is not known'),
  content_type: z.string().nullable().describe('Content-Type of its answer'),
  html_bytes: count.nullable().describe('Bytes of its HTML, unpacked'),
  ttfb_ms: count.nullable().describe('Time to its first byte'),
  inlinks: count.describe('Pages that link to it, with links that are followed'),
  outlinks: count.describe('Pages that it links to, with links that are followed'),
  external_links: count.nullable().describe('Links to other hosts'),
  internal_rank: internalRank,
  issues: z.array(z.string()).describe('Ids of its issues'),
});

/** `data` of `/api/v1/seo/site/pages`. */
export const sitePagesAnswer = z.strictObject({
  domain: domainAnswer.shape.domain,
  finished_at: time
    .nullable()
    .describe('When the crawl that the pages are of has ended; null: none has, and so there are none'),
  limit: z.int().min(1).max(1_000).describe('Most pages in the answer'),
  count: count.describe('Pages in the answer'),
  truncated: z.boolean().describe('There are more'),
  next_cursor: z.string().nullable().describe('Value of cursor for the next page; null where nothing is left'),
  items: z.array(siteRow).describe('Pages in the order asked for'),
});

/** Types of what is described above. */
export type SiteResult = z.infer<typeof siteResult>;
export type SiteAnswer = z.infer<typeof siteAnswer>;
export type SiteRow = z.infer<typeof siteRow>;
export type SitePagesAnswer = z.infer<typeof sitePagesAnswer>;
