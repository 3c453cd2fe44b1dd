/**
 * Schema of `data` of `/api/v1/seo/history`, with the conventions of `schema.ts`. The types, the validation of responses
 * in tests and the OpenAPI description are derived from it. No function loads it.
 */
import { z } from 'zod';
import { page } from './schema.ts';

const time = z.iso.datetime();
const count = z.int().nonnegative();
const score = z.int().min(0).max(100);
const value = z.union([z.number(), z.string()]);

/** Numeric values, which have a summary. */
const metrics = {
  seo_score: score.nullable().describe('Score of the SEO audit'),
  http_status: z.int().nullable().describe('HTTP status of the home page'),
  tranco_rank: z
    .int()
    .positive()
    .nullable()
    .describe(
      'Rank in the Tranco list; 1 is the most popular. null in scheduled snapshots of days on which it was not requested',
    ),
  open_page_rank: z.number().min(0).max(10).nullable().describe('Open PageRank, 0 to 10, logarithmic'),
  organic_etv: z.number().nonnegative().nullable().describe('Estimated visits per month from search engines'),
  organic_count: count.nullable().describe('Keywords in the first 100 search results'),
  lcp_p75_ms: count.nullable().describe('Largest Contentful Paint on phones, 75th percentile'),
  inp_p75_ms: count.nullable().describe('Interaction to Next Paint on phones, 75th percentile'),
  cls_p75: z.number().nonnegative().nullable().describe('Cumulative Layout Shift on phones, 75th percentile'),
  ttfb_p75_ms: count.nullable().describe('Time to First Byte on phones, 75th percentile'),
  fcp_p75_ms: count.nullable().describe('First Contentful Paint on phones, 75th percentile'),
  tls_days_remaining: z
    .int()
    .nullable()
    .describe('Whole days until the certificate expires; negative if it has expired'),
  word_count: count.nullable().describe('Words of the home page'),
  links_total: count.nullable().describe('Links of the home page'),
  site_score: score
    .nullable()
    .describe('Mean seo_score of the indexable pages of the site, if a crawl ended on that day'),
  site_pages: count.nullable().describe('Number of pages of that crawl'),
  site_broken_links: count.nullable().describe('Number of broken internal links of that crawl'),
};

/** Values that are texts. */
const texts = {
  site_crawl: z
    .enum(['complete', 'page_limit'])
    .nullable()
    .describe(
      'Whether that crawl of the site read all pages that it found, or reached its page limit, which counts only while ' +
        'the site has no complete crawl',
    ),
  expires_at: time.nullable().describe('When the registration expires'),
  meta_robots: z.string().nullable().describe('First meta robots of the home page, its first 200 characters'),
  canonical: z.string().nullable().describe('Canonical URL of the home page, its first 200 characters'),
  title: z.string().nullable().describe('Title of the home page, its first 200 characters'),
  content_hash: page.shape.content_hash,
  ai_policy: z
    .string()
    .nullable()
    .describe(
      'What the site declares to machines about the use of its content, as one text; none: nothing; of a longer one the ' +
        'first 160 characters and a hash. null: not known, because a source could not be read',
    ),
};

type Changing = Exclude<keyof typeof metrics | keyof typeof texts, 'tls_days_remaining'>;
const changing = [...Object.keys(metrics), ...Object.keys(texts)].filter((name) => name !== 'tls_days_remaining');

const change = z.strictObject({
  name: z.enum(changing as Changing[]).describe('Name of the member'),
  before: value.describe('Value in the next older snapshot that has the member'),
  after: value.describe('Value in this snapshot'),
});

const snapshot = z.strictObject({
  captured_at: time.describe('When the snapshot was taken; for past values of a whole day, midnight UTC of that day'),
  date: z.iso.date().describe('Day (UTC)'),
  site_status: z
    .string()
    .nullable()
    .describe(
      'ok, or the code of the error that prevented reading the home page; its values are then null. null: not ' +
        'known',
    ),
  origin: z
    .union([z.enum(['scheduled', 'query', 'refresh']), z.templateLiteral(['backfill:', z.string()])])
    .describe('Reason for the snapshot; backfill:<source>: past values that a source returned'),
  ...metrics,
  ...texts,
  changes: z
    .array(change)
    .describe(
      'Values that differ from those of the next older snapshot that has them, among the snapshots of the window and of ' +
        'this response, and up to 100 older ones. A null is not a change, and neither is the oldest known value.',
    ),
});

const metricSummary = z.strictObject({
  first: z.number().nullable().describe('Oldest known value'),
  last: z.number().nullable().describe('Newest known value'),
  min: z.number().nullable().describe('Lowest known value'),
  max: z.number().nullable().describe('Highest known value'),
  change: z.number().nullable().describe('last minus first'),
});

/** `data` of `/api/v1/seo/history`. */
export const historyAnswer = z.strictObject({
  domain: z.string().describe('The normalized name of the domain'),
  range: z.string().nullable().describe('The requested range; null if the request has from or to'),
  from: time.describe('Start of the window; for a range, the start (UTC) of its first day'),
  to: time.describe('End of the window; for a range, the time of the first request'),
  limit: z.int().min(1).max(1_000).describe('Maximum number of snapshots in this response'),
  count: count.describe('Number of snapshots in this response'),
  truncated: z.boolean().describe('Whether the window has older snapshots, which the next page contains'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Value of the parameter cursor for the next page; null: there are no more snapshots'),
  snapshots: z.array(snapshot).describe('Snapshots, newest first'),
  summary: z
    .strictObject(
      Object.fromEntries(Object.keys(metrics).map((name) => [name, metricSummary])) as Record<
        keyof typeof metrics,
        typeof metricSummary
      >,
    )
    .describe('Summary of the snapshots in this response; null if none of them has the metric'),
});
