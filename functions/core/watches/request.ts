import * as z from 'zod/mini';
import { boundParameter } from '../domains/history/request.ts';
import { cursorParameter } from '../platform/http/paging.ts';
import { wholeNumberParameter } from '../platform/http/parameters.ts';
import { rule } from '../platform/http/rules.ts';
import { crawlBody, requestedPages } from '../site-reports/query-audit.ts';
import { deliverMember } from '../deliveries/deliver-member.ts';
import { condition } from './conditions.ts';
import { eventLanguages } from './event-sentences.ts';

/** Maximum number of domains, and of conditions, of a watch. */
export const MAX_DOMAINS = 500;
const MAX_CONDITIONS = 20;
const MAX_TAG = 40;

const intervals = ['day', 'week', 'month'] as const;

type DomainSchema = z.ZodMiniType<string, string>;

interface BodyOptions {
  domain: DomainSchema;
  /** Highest page limit of a crawl that the operator allows. */
  maxPages: number;
  /** Returns whether a host may be requested over http, because the operator resolves it. */
  isReachable: (host: string) => boolean;
  /** The body of an operator, who can choose the language of mails; default: of an owner of keys. */
  isOperator?: boolean;
}

/** Members that only operators have, in the workspace. */
const operatorsMembers = {
  language: z.optional(
    z
      .enum(eventLanguages, rule('one_of', { known: eventLanguages }))
      .check(z.meta({ description: 'Language of mails. Default: en' })),
  ),
};
/** Owners of keys have none of them: a body that contains one has an unknown member. */
const membersOf = ({ isOperator = false }: BodyOptions) =>
  (isOperator ? operatorsMembers : {}) as typeof operatorsMembers;

function members({ domain, maxPages, isReachable }: BodyOptions) {
  return {
    domains: z
      .array(domain, rule('domain_list'))
      .check(
        z.minLength(1, rule('one_domain')),
        z.maxLength(MAX_DOMAINS, rule('max_domains')),
        z.meta({ description: `The watched domains, up to ${MAX_DOMAINS}` }),
      ),
    tag: z
      .string(rule('text'))
      .check(
        z.trim(),
        z.minLength(1, rule('length', { min: 1, max: MAX_TAG })),
        z.maxLength(MAX_TAG, rule('length', { min: 1, max: MAX_TAG })),
        z.meta({ description: 'In place of domains, for the operator only: watches all domains with this tag' }),
      ),
    conditions: z
      .array(condition, rule('condition_list', { max: MAX_CONDITIONS }))
      .check(
        z.minLength(1, rule('condition_list', { max: MAX_CONDITIONS })),
        z.maxLength(MAX_CONDITIONS, rule('condition_list', { max: MAX_CONDITIONS })),
        z.meta({ description: `What triggers the watch, up to ${MAX_CONDITIONS} conditions` }),
      ),
    crawl: z
      .nullable(crawl(domain, maxPages, isReachable))
      .check(z.meta({ description: 'Crawls of the site of each domain at an interval. Default: null, none' })),
    deliver: z
      .nullable(deliverMember(isReachable))
      .check(z.meta({ description: 'Where events are sent. Default: null, they are only listed' })),
    mail: z
      .boolean(rule('boolean'))
      .check(z.meta({ description: 'For the operator only: also sends events to the recipient of alarms' })),
  };
}

function crawl(domain: DomainSchema, maxPages: number, isReachable: BodyOptions['isReachable']) {
  const settings = crawlBody(domain, maxPages, isReachable);
  const given = z.extend(z.omit(settings, { domain: true, rate: true, deliver: true }), {
    every: z
      .enum(intervals, rule('one_of', { known: intervals }))
      .check(z.meta({ description: 'Least time between two crawls' })),
  });
  return z.pipe(
    given,
    z.transform((crawl: z.infer<typeof given>) => ({ ...crawl, pages: requestedPages(crawl, maxPages) })),
  );
}

/** Returns the body of `POST /api/v1/seo/watches`. */
export function newWatchBody(options: BodyOptions) {
  const { domains, tag, conditions, crawl: crawls, deliver, mail } = members(options);
  return z
    .strictObject(
      {
        domains: z.optional(domains),
        tag: z.optional(tag),
        conditions,
        crawl: z._default(crawls, null),
        deliver: z._default(deliver, null),
        mail: z._default(mail, false),
        ...membersOf(options),
      },
      rule('json_object'),
    )
    .check(
      z.refine(({ domains: given, tag: name }) => (given === undefined) !== (name === undefined), {
        path: ['domains'],
        ...rule('domains_or_tag'),
      }),
    );
}

/** Returns the body of `PATCH /api/v1/seo/watches/{id}`: the members to change. */
export function watchChangesBody(options: BodyOptions) {
  const { domains, conditions, crawl: crawls, deliver, mail } = members(options);
  return z.strictObject(
    {
      domains: z.optional(domains),
      conditions: z.optional(conditions),
      crawl: z.optional(crawls),
      deliver: z.optional(deliver),
      mail: z.optional(mail),
      ...membersOf(options),
    },
    rule('json_object'),
  );
}

/** Parameters of `GET /api/v1/seo/watches`. */
export const watchesParameters = z.object({ cursor: cursorParameter() });

const MAX_EVENTS = 1_000;
const DEFAULT_EVENTS = 100;

/** Parameters of `GET /api/v1/seo/watches/{id}/events`. */
export const eventsParameters = z.object({
  since: boundParameter({
    description: 'Only events that were recorded at this time (UTC) or later. Default: all that are kept, 90 days',
    timeOfDate: 'T00:00:00.000Z',
    example: '2026-11-21',
  }),
  limit: wholeNumberParameter({ name: 'Maximum number of events', min: 1, max: MAX_EVENTS, default: DEFAULT_EVENTS }),
  cursor: cursorParameter(),
});
