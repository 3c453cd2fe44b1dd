import { z } from 'zod';
import { domainAnswer } from './schema.ts';
import { issueRow } from './site-evidence-schema.ts';

/** The comparison of two crawls, of `/api/v1/seo/site/compare`; see `schema.ts` for its conventions. No function loads it. */
const count = z.int().nonnegative();
const time = z.iso.datetime();
const bySeverity = z.strictObject({
  error: count.describe('Of severity error'),
  warning: count.describe('Of severity warning'),
  notice: count.describe('Of severity notice'),
});
const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** `data` of `/api/v1/seo/site/compare`. */
export const siteComparison = z.strictObject({
  domain: domainAnswer.shape.domain,
  base: domainAnswer.shape.domain.describe('Domain of the crawl that it is compared with'),
  finished_at: time.describe('When the last crawl of the domain ended'),
  base_finished_at: time.describe('When the crawl that it is compared with ended'),
  counts: z
    .strictObject({
      new: bySeverity.describe('Occurrences that only the last crawl has'),
      fixed: bySeverity.describe('Occurrences that only the other crawl has'),
      persisting: bySeverity.describe('Occurrences of both crawls'),
      pages: count.describe('Pages of both crawls that differ'),
    })
    .describe('Numbers of occurrences and pages, those that are not listed included'),
  new: z
    .array(issueRow)
    .describe(
      'Occurrences that only the last crawl has, the most severe first; none where the other crawl could not read the ' +
        'page or the target, or ended before it reached the page. Those of pages that the site did not have then are new',
    ),
  fixed: z
    .array(issueRow)
    .describe(
      'Occurrences that only the other crawl has; none where the last crawl could not read the page or the target, or ' +
        'ended before it reached the page. Those of pages that the site no longer has are fixed',
    ),
  persisting: z.array(issueRow).describe('Occurrences of both crawls'),
  pages: z
    .array(
      z.strictObject({
        url: z.string().describe('Address of the page'),
        fields: z
          .array(
            z.strictObject({
              name: z.string().describe('Name of a member, as in /api/v1/seo/site/pages'),
              before: value.describe('Its value in the other crawl'),
              now: value.describe('Its value in the last crawl'),
            }),
          )
          .describe('What differs'),
      }),
    )
    .describe(
      'Pages of both crawls that respond differently, or whose title, description, h1, canonical, robots or text differ',
    ),
  truncated: z
    .boolean()
    .describe('Not all are listed: each list has at most 1,000 items, together they have up to 4 MB'),
});

export type SiteComparison = z.infer<typeof siteComparison>;
