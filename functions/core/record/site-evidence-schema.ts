import { z } from 'zod';
import { issueRow, severity } from './issue-schema.ts';
import { listedCrawl } from './site-schema.ts';

/**
 * Occurrences of issues and links of a crawled site, of `/api/v1/seo/site/issues` and `/api/v1/seo/site/links`, and the
 * catalogue of issues, of `/api/v1/seo/issues`; see `schema.ts` for its conventions. No function loads it.
 */
const count = z.int().nonnegative();
const address = z.string();
const status = z.int().nullable();

/** Members that each list has. */
const list = {
  ...listedCrawl,
  limit: z.int().min(1).max(1_000).describe('Maximum number of rows in the answer'),
  count: count.describe('Rows in the answer'),
  truncated: z
    .boolean()
    .describe(
      'There are more rows, or rows that were not looked at yet: an answer with filters looks at a limited number of ' +
        'rows, and may have fewer than its limit, or none',
    ),
  next_cursor: z.string().nullable().describe('Value of cursor for the next rows; null: there are no more'),
};

/** `data` of `/api/v1/seo/site/issues`. */
export const siteIssuesAnswer = z.strictObject({
  ...list,
  items: z
    .array(issueRow)
    .describe('Occurrences, the most severe issues first, those of one issue in the order of the crawl'),
});

export const linkRow = z.strictObject({
  from: address.describe('Address of the page, or of the sitemap, in normal form'),
  to: address.describe('Address of the target; in normal form if it belongs to the site'),
  kind: z
    .enum(['link', 'canonical', 'hreflang', 'image', 'script', 'stylesheet', 'redirect', 'sitemap'])
    .describe(
      'link: an <a>; canonical, hreflang: an annotation; image, script, stylesheet: a resource, only of crawls with the ' +
        'setting resources; redirect: from redirects to it; sitemap: the sitemap from lists it',
    ),
  internal: z.boolean().describe('The target belongs to the site'),
  anchor: z.string().nullable().describe('Text of the link, at most 100 characters; null: the kind has none'),
  rel: z.array(z.string()).describe('Values of rel'),
  status: status.describe('HTTP status of the target; null: it was not requested, or did not respond'),
  final_url: address
    .nullable()
    .describe(
      'Final address of the redirects of the target; null: it does not redirect, or its redirects end at no requested address',
    ),
  hops: count.describe('Number of redirects from the target to final_url'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why the target could not be read, as a code: timeout, challenge …; of external targets and resources also why they ' +
        'are unchecked: robots_disallowed, http_403 … null: it was read, or not requested',
    ),
});

/** `data` of `/api/v1/seo/site/links`. */
export const siteLinksAnswer = z.strictObject({
  ...list,
  items: z.array(linkRow).describe('Links, page by page in the order of the crawl; those of sitemaps come last'),
});

const catalogueIssue = z.strictObject({
  id: z.string().describe('Stable id'),
  severity,
  scope: z.enum(['page', 'site']).describe('site: it concerns relations between pages'),
  title: z.string().describe('Name of the issue'),
  impact: z.string().describe('What the issue costs, in one sentence'),
  how_to_fix: z.string().describe('What to change, in one or two sentences'),
  learn_more: z.string().describe('Address of the documentation of the rule'),
  since: z.string().describe('Version of this service that first reported it'),
});

/** `data` of `/api/v1/seo/issues`. */
export const issueCatalogue = z.strictObject({
  count: count.describe('Number of issues'),
  items: z.array(catalogueIssue).describe('All issues, by subject'),
});

/** Types of these schemas. */
export type IssueRow = z.infer<typeof issueRow>;
export type SiteIssuesAnswer = z.infer<typeof siteIssuesAnswer>;
export type LinkRow = z.infer<typeof linkRow>;
export type SiteLinksAnswer = z.infer<typeof siteLinksAnswer>;
export type IssueCatalogue = z.infer<typeof issueCatalogue>;
