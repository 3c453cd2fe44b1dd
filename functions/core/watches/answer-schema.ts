import { z } from 'zod';
import { options, scope } from '../record/site-schema.ts';
import { eventMembers, newIssues } from './delivery-schema.ts';
import type { EventLanguage } from './event-sentences.ts';

// `data` of the answers. The conventions are those of `record/schema.ts`.

/** Its members depend on `on`, as in the request. */
const condition = z.looseObject({ on: z.string().describe('Kind of the condition') });

const count = z.int().nonnegative();
const time = z.iso.datetime();

const deliver = z.strictObject({
  url: z.string().describe('Address of the receiver'),
  state: z
    .enum(['unconfirmed', 'active', 'failing'])
    .describe(
      'unconfirmed: the address has not answered a signed test delivery with 2xx yet, and nothing else is sent to it; ' +
        'active: events are sent to it; failing: a delivery was not accepted for a day, or the receiver answered 410',
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      'Code of the last failure of an address that is unconfirmed or failing; not_tested: no test delivery was sent, ' +
        'because a limit of test deliveries was reached; null: there is none',
    ),
  status: z.int().nullable().describe('HTTP status of the last test delivery to an unconfirmed address'),
  since: time.nullable().describe('When that failure occurred; null: there is none'),
});

const crawl = z.strictObject({
  every: z.enum(['day', 'week', 'month']).describe('Least time between two crawls'),
  pages: count.describe(
    'Page limit; 5,000 for a crawl that starts while control of its domain is not proved by a file',
  ),
  ...scope.shape,
  external: z.boolean().describe('Whether external targets are requested'),
  resources: z.boolean().describe('Whether resources are requested'),
  extract: options.shape.extract,
  headers: options.shape.headers,
  basic_auth: options.shape.basic_auth,
});

export const watchAnswer = z.strictObject({
  id: z.string().describe('Id of the watch'),
  domains: z.array(z.string()).nullable().describe('The watched domains; null: those with the tag'),
  tag: z.string().nullable().describe('Tag of the watched domains; null: the domains are listed'),
  conditions: z.array(condition).describe('What triggers the watch'),
  crawl: crawl.nullable().describe('Crawls of the sites at an interval; null: none'),
  deliver: deliver.nullable().describe('Where events are sent; null: they are only listed'),
  mail: z.boolean().describe("Whether events are sent to the operator's mail as well"),
  created_at: time.describe('When the watch was created'),
  updated_at: time.describe('When the watch was last changed'),
});
export type WatchAnswer = z.infer<typeof watchAnswer>;

/** A watch of the operator, in the workspace. */
export type OperatorsWatch = WatchAnswer & {
  /** Language of mails. */
  language: EventLanguage;
};

const secret = z
  .string()
  .describe('Secret that signs deliveries, by the rules of Standard Webhooks. It is shown in this response only');

export const newWatchAnswer = watchAnswer.extend({ secret });

export const deletedAnswer = z.strictObject({ deleted: z.literal(true).describe('The watch is deleted') });

export const watchesAnswer = z.strictObject({
  watches: z.array(watchAnswer).describe('The watches of the owner of the key, the oldest first'),
  limit: count.nullable().describe('Maximum number of watches of the owner; null: unlimited'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Value of the parameter cursor for the next page, of 25 watches at most; null: this is the last page'),
});

const value = z.union([z.number(), z.string(), newIssues, z.null()]);

const delivery = z.strictObject({
  state: z.enum(['pending', 'delivered', 'failed']).describe('Whether it was accepted'),
  attempts: count.describe('Number of attempts'),
  last_status: z.int().nullable().describe('HTTP status of the last attempt; null: there was no response'),
  last_error: z.string().nullable().describe('Code of the last failure; null: it was accepted'),
  at: time.describe('When the state was last changed'),
});

export const watchEvent = z.strictObject({
  ...eventMembers,
  condition: condition.describe('The condition that was triggered'),
  name: z.string().describe('Name of the value, such as seo_score; issues for new issues of a crawl'),
  before: value.describe('The value of the snapshot before; for issues, null'),
  after: value.describe('The value now; for issues, the occurrences that are new since the last complete crawl'),
  delivery: delivery
    .nullable()
    .describe(
      'Outcome of the delivery, or of the mail if there is no receiver; null: none was attempted yet, or there is neither',
    ),
});
export type WatchEventAnswer = z.infer<typeof watchEvent>;

export const eventsAnswer = z.strictObject({
  events: z.array(watchEvent).describe('Events in the order in which they were recorded'),
  next_cursor: z
    .string()
    .describe(
      'Value of the parameter cursor for the next request, also at the end of the list, where it returns later events',
    ),
  has_more: z.boolean().describe('Whether there are further events now'),
});

export const testAnswer = z.strictObject({
  status: z.int().nullable().describe('HTTP status of the response; null: there was none'),
  error: z.string().nullable().describe('Code of the failure; null: the receiver answered with 2xx'),
  deliver: deliver.describe('The receiver after the test'),
});

export const newSecretAnswer = z.strictObject({
  secret,
  previous_signs_until: time.describe('Until then deliveries are signed with the previous secret as well'),
});

export const secretAnswer = z.strictObject({
  created: z.boolean().describe('Whether the owner has requested the secret'),
  rotated_at: time.nullable().describe('When it was last created; null: never'),
  previous_signs_until: time.nullable().describe('Until when the previous secret signs as well; null: it does not'),
});

/** A watch of an owner of keys whose deliveries fail. */
export interface FailingWatch {
  id: string;
  owner: string;
  /** Code of the last failure. */
  reason: string;
  /** ISO 8601 time. */
  since: string;
}
