/**
 * `data` of `/api/v1/seo/history`, as one schema: types, the validation of responses in tests and the OpenAPI
 * description are derived from it. No function loads it. The conventions are those of `schema.ts`.
 */
import { z } from 'zod';

const time = z.iso.datetime();
const count = z.int().nonnegative();
const score = z.int().min(0).max(100);
const figure = z.union([z.number(), z.string()]);

/** The figures that are numbers, and so have a summary. */
const metrics = {
  seo_score: score.nullable().describe('Score of the SEO audit'),
  http_status: z.int().nullable().describe('HTTP status of the home page'),
  tranco_rank: z
    .int()
    .positive()
    .nullable()
    .describe(
      'Rank in the Tranco list; 1 is the most popular. In scheduled snapshots: where it was asked for on that day',
    ),
  open_page_rank: z.number().min(0).max(10).nullable().describe('Open PageRank, 0 to 10, logarithmic'),
  organic_etv: z.number().nonnegative().nullable().describe('Estimated visits a month from search'),
  organic_count: count.nullable().describe('Keywords in the first 100 search results'),
  lcp_p75_ms: count.nullable().describe('Largest Contentful Paint on phones, 75th percentile'),
  inp_p75_ms: count.nullable().describe('Interaction to Next Paint on phones, 75th percentile'),
  cls_p75: z.number().nonnegative().nullable().describe('Cumulative Layout Shift on phones, 75th percentile'),
  ttfb_p75_ms: count.nullable().describe('Time to First Byte on phones, 75th percentile'),
  fcp_p75_ms: count.nullable().describe('First Contentful Paint on phones, 75th percentile'),
  tls_days_remaining: z.int().nullable().describe('Whole days until the certificate ends; negative once expired'),
  word_count: count.nullable().describe('Words of the home page'),
  links_total: count.nullable().describe('Links of the home page'),
  site_score: score
    .nullable()
    .describe('Mean seo_score of the indexable pages of the site, where a crawl ended that day'),
  site_pages: count.nullable().describe('Pages of that crawl'),
  site_broken_links: count.nullable().describe('Broken internal links of that crawl'),
};

const texts = {
  expires_at: time.nullable().describe('End of the registration'),
  meta_robots: z.string().nullable().describe('First meta robots of the home page, its first 200 characters'),
  canonical: z.string().nullable().describe('Canonical address of the home page, its first 200 characters'),
  title: z.string().nullable().describe('Title of the home page, its first 200 characters'),
  content_hash: z.string().nullable().describe('SHA-256 of the home page, hex'),
};

type Changing = Exclude<keyof typeof metrics | keyof typeof texts, 'tls_days_remaining'>;
const changing = [...Object.keys(metrics), ...Object.keys(texts)].filter((name) => name !== 'tls_days_remaining');

const change = z.strictObject({
  field: z.enum(changing as Changing[]).describe('Name of the figure'),
  from: figure.describe('Value of the next older snapshot that knows the field'),
  to: figure.describe('Value of this snapshot'),
});

const snapshot = z.strictObject({
  captured_at: time.describe('When it was taken; figures of the past that are known by day alone: midnight UTC'),
  date: z.iso.date().describe('Day (UTC)'),
  site_status: z
    .string()
    .nullable()
    .describe(
      'ok, or the code of the error why the home page could not be read: then its figures are null. null: not known',
    ),
  origin: z
    .union([z.enum(['scheduled', 'query', 'refresh']), z.templateLiteral(['backfill:', z.string()])])
    .describe('What it was taken for; backfill:<source> is what a source told of the past'),
  ...metrics,
  ...texts,
  changes: z
    .array(change)
    .describe(
      'Figures that differ from the next older snapshot of the window that knows them, looked for up to 100 snapshots ' +
        'behind this answer. What a snapshot does not know is no change; the oldest known value is none either.',
    ),
});

const metricSummary = z.strictObject({
  first: z.number().nullable().describe('Oldest known value'),
  last: z.number().nullable().describe('Newest known value'),
  min: z.number().nullable().describe('Least known value'),
  max: z.number().nullable().describe('Greatest known value'),
  change: z.number().nullable().describe('last minus first'),
});

/** `data` of `/api/v1/seo/history`. */
export const historyAnswer = z.strictObject({
  domain: z.string().describe('The name that the snapshots are kept under'),
  range: z.string().nullable().describe('The window as asked for; null where it was asked for by from or to'),
  from: time.describe('Start of the window; of a range, the beginning (UTC) of the day on which it began'),
  to: time.describe('End of the window; of a range, the time of the first request'),
  limit: z.int().min(1).max(1_000).describe('As asked for'),
  count: count.describe('Snapshots in this answer'),
  truncated: z.boolean().describe('The window holds older snapshots, which the next page has'),
  next_cursor: z
    .string()
    .nullable()
    .describe('The next page begins behind it (parameter cursor); null: there are no more snapshots'),
  snapshots: z.array(snapshot).describe('Newest first'),
  summary: z
    .strictObject(
      Object.fromEntries(Object.keys(metrics).map((name) => [name, metricSummary])) as Record<
        keyof typeof metrics,
        typeof metricSummary
      >,
    )
    .describe('Over the snapshots in this answer; null where none of them knows the metric'),
});
