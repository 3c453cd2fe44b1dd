import { z } from 'zod';
import { bodyOf } from '../deliveries/delivery-schema.ts';
import { changingNames, metricNames } from '../record/history-values.ts';
import { issueRow } from '../record/issue-schema.ts';
import { listedCrawl, siteResult } from '../record/site-schema.ts';

// Events, and the bodies that they, tests of watches and the ends of crawls are delivered with. The conventions are those
// of `record/schema.ts`. No function loads them.

const count = z.int().nonnegative();
const time = z.iso.datetime();

export const metricName = z.enum(metricNames).describe('Metric of /api/v1/seo/history');
export const valueName = z.enum(changingNames).describe('Value of /api/v1/seo/history');

export const newIssues = z.strictObject({
  counts: z.record(z.string(), count).describe('Numbers of new occurrences, by the id of the issue'),
  occurrences: z
    .array(issueRow.pick({ issue: true, url: true, target: true, status: true }))
    .max(10)
    .describe('The first of them, as in /api/v1/seo/site/issues'),
  more: count.describe('Number of new occurrences that are not listed'),
});
export type NewIssues = z.infer<typeof newIssues>;

/** Members of each event, whatever its condition. */
export const eventMembers = {
  id: z.string().describe('Id of the event, also the webhook-id of its delivery. It is never used twice'),
  at: time.describe('When the event was recorded'),
  watch: z.string().describe('Id of the watch'),
  domain: z.string().describe('The domain that the event is about'),
  measured_at: time.describe('When the snapshot was taken, or the crawl ended'),
};

interface Values<Name, Before, After> {
  name: Name;
  before: Before;
  after: After;
}

/** Returns the schema of the events of a kind of condition. @param members of the condition, besides its kind */
function eventOf<
  On extends string,
  Members extends z.core.$ZodShape,
  Name extends z.ZodType,
  Before extends z.ZodType,
  After extends z.ZodType,
>(on: On, members: Members, { name, before, after }: Values<Name, Before, After>) {
  const condition = z.strictObject({ on: z.literal(on).describe('Kind of the condition'), ...members });
  return z.strictObject({
    ...eventMembers,
    condition: condition.describe('The condition that was triggered'),
    name,
    before,
    after,
    sample: z
      .literal(true)
      .optional()
      .describe('Only in tests: the event is an example, whose values were not measured, and is not listed'),
  });
}

const valueNow = 'The value now';
const valueBefore = 'The value of the snapshot before';
const metricValues = {
  name: metricName,
  before: z.number().describe(valueBefore),
  after: z.number().describe(valueNow),
};
const anyValue = z.union([z.number(), z.string()]);
const isExcluded = z.enum(['yes', 'no']);
const siteStatus = z.string();
const days = <Name extends string>(name: Name) => ({
  name: z.literal(name).describe('Name of the value'),
  before: z.int().describe(`${valueBefore}; negative: it had expired`),
  after: z.int().describe(`${valueNow}; negative: it has expired`),
});

const moved = {
  metric: metricName,
  by: anyValue.describe('Smallest change: a number, or a share of the earlier value such as "20%"'),
};
const limited = {
  metric: metricName,
  value: z.number().describe('Limit: below means less than it, above more than it'),
};
const within = { within_days: count.describe('Days before the expiry') };

/** The events of each kind of condition. */
export const eventSchemas = {
  changed: eventOf(
    'changed',
    { fields: z.array(valueName).describe('Values that are compared') },
    { name: valueName, before: anyValue.describe(valueBefore), after: anyValue.describe(valueNow) },
  ),
  drop: eventOf('drop', moved, metricValues),
  rise: eventOf('rise', moved, metricValues),
  below: eventOf('below', limited, metricValues),
  above: eventOf('above', limited, metricValues),
  unreachable: eventOf(
    'unreachable',
    { snapshots: count.describe('Number of consecutive snapshots without a usable response') },
    {
      name: z.literal('site_status').describe('Name of the value'),
      before: siteStatus.describe('The snapshot before: ok, or the code of its failure, if several are required'),
      after: siteStatus.describe('Code of the failure, such as timeout or http_503'),
    },
  ),
  noindex: eventOf(
    'noindex',
    {},
    {
      name: z.literal('noindex').describe('Name of the value'),
      before: isExcluded.describe(`${valueBefore}; yes: it was taken before the watch compared it`),
      after: isExcluded.describe('yes: directives or robots.txt exclude the home page from search engines'),
    },
  ),
  certificate_expires: eventOf('certificate_expires', within, days('tls_days_remaining')),
  registration_expires: eventOf('registration_expires', within, days('registration_days_remaining')),
  new_issues: eventOf(
    'new_issues',
    { severity: issueRow.shape.severity.describe('Lowest severity of the issues') },
    {
      name: z.literal('issues').describe('Name of the value'),
      before: z.null().describe('There is no such value'),
      after: newIssues.describe('The occurrences that are new since the last complete crawl'),
    },
  ),
};
export type EventKind = keyof typeof eventSchemas;
export type EventOf<Kind extends EventKind> = z.infer<(typeof eventSchemas)[Kind]>;

const anyEvent = z.union(Object.values(eventSchemas));
/** What owners see of an event, in deliveries and in lists. */
export type EventFacts = z.infer<typeof anyEvent>;

export const watchTriggered = bodyOf('watch.triggered', anyEvent);
export type WatchTriggered = z.infer<typeof watchTriggered>;

/** The test of a watch, also the challenge of its receiver's address. */
export const watchTest = bodyOf(
  'watch.test',
  z.strictObject({
    watch: z.string().describe('Id of the watch'),
    events: z
      .array(anyEvent)
      .describe('An example of the events of each condition of the watch, in their order, as watch.triggered has one'),
  }),
);
export type WatchTest = z.infer<typeof watchTest>;

export const crawlEnded = bodyOf(
  'crawl.ended',
  z.strictObject({
    domain: listedCrawl.domain,
    crawl_id: z.string().describe('Id of the crawl, which the parameter crawl of /api/v1/seo/site accepts'),
    finished_at: time.describe('When the crawl ended'),
    stop_reason: listedCrawl.stop_reason,
    complete: listedCrawl.complete.unwrap(),
    health: siteResult.shape.health,
    site_score: siteResult.shape.site_score,
    pages: siteResult.shape.pages.shape.total
      .nullable()
      .describe('pages.total of its result; null: stop_reason is report_failed'),
    issues: z
      .record(z.string(), count)
      .nullable()
      .describe(
        'Number of affected pages by id of the issue; no other issue was found. null: stop_reason is report_failed',
      ),
  }),
);
export type CrawlEnded = z.infer<typeof crawlEnded>;
