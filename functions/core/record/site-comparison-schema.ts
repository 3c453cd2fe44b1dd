import { z } from 'zod';
import { domainAnswer } from './schema.ts';
import { issueRow } from './issue-schema.ts';
import { bySeverity, siteCrawl } from './site-schema.ts';

/** The comparison of two crawls, of `/api/v1/seo/site/compare`; see `schema.ts` for its conventions. No function loads it. */
const count = z.int().nonnegative();
const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** `data` of `/api/v1/seo/site/compare`. */
export const siteComparison = z.strictObject({
  domain: domainAnswer.shape.domain,
  base_domain: domainAnswer.shape.domain.describe('Domain of the crawl that it is compared with'),
  verdict: z
    .enum(['failed', 'incomplete', 'passed'])
    .describe(
      'failed: there are new errors; incomplete: there are none, but the newer crawl is not complete, so that there may be ' +
        'some; passed: there are none',
    ),
  crawl: siteCrawl.describe('The newer crawl'),
  base: siteCrawl.describe('The crawl that it is compared with'),
  counts: z
    .strictObject({
      new: bySeverity.describe('Occurrences that only the newer crawl has, and that the base would have had'),
      fixed: bySeverity.describe('Occurrences that only the base has, and that the newer crawl would have'),
      persisting: bySeverity.describe('Occurrences of both crawls'),
      not_compared: z
        .strictObject({
          newer: bySeverity.describe('Occurrences of the newer crawl of which the base shows nothing'),
          base: bySeverity.describe('Occurrences of the base of which the newer crawl shows nothing'),
        })
        .describe(
          'Occurrences that only one crawl has, and that are neither new nor fixed: the other one did not read the page, ' +
            'the target or what else the issue depends on',
        ),
      pages: count.describe('Pages of both crawls that differ'),
    })
    .describe('Numbers of occurrences and pages, those that are not listed included'),
  new: z
    .array(issueRow)
    .describe(
      'Occurrences that only the newer crawl has, the most severe first: both crawls read the page and the target, or the page is new',
    ),
  fixed: z
    .array(issueRow)
    .describe('Occurrences that only the base has: both crawls read the page and the target, or the page is gone'),
  persisting: z.array(issueRow).describe('Occurrences of both crawls'),
  pages: z
    .array(
      z.strictObject({
        url: z.string().describe('Address of the page'),
        fields: z
          .array(
            z.strictObject({
              name: z
                .string()
                .describe(
                  'Name of a member, as in /api/v1/seo/site/pages; extracted.<name> for a value that both crawls extract with ' +
                    'the same selector',
                ),
              before: value.describe('Its value in the base'),
              now: value.describe('Its value in the newer crawl'),
            }),
          )
          .describe('What differs'),
      }),
    )
    .describe(
      'Pages of both crawls that respond differently, or whose title, description, h1, canonical, robots directives or ' +
        'text differ, or that search engines may index in one of them only',
    ),
  truncated: z
    .boolean()
    .describe('Not all are listed: each list has at most 1,000 items, together they have up to 4 MB'),
});

export type SiteComparison = z.infer<typeof siteComparison>;
