import type { Node } from 'constructs';
import { z } from 'zod';
import { batchBounds } from '../functions/forum-account/settings.ts';
import { MOST_PAGES } from '../functions/shared/site-audits/query-audit.ts';

interface PlanDefaults {
  requestsPerSecond: number;
  burst: number;
  monthlyQuota: number;
  domainsPerDay: number;
  pagesPerDay: number;
}

const plan = (defaults: PlanDefaults) =>
  z
    .object({
      requestsPerSecond: z.coerce.number().positive().default(defaults.requestsPerSecond),
      burst: z.coerce.number().int().positive().default(defaults.burst),
      monthlyQuota: z.coerce.number().int().positive().default(defaults.monthlyQuota),
      /** Domains and pages that are fetched anew for one owner of keys a day (UTC). */
      domainsPerDay: z.coerce.number().int().nonnegative().default(defaults.domainsPerDay),
      pagesPerDay: z.coerce.number().int().nonnegative().default(defaults.pagesPerDay),
    })
    .prefault({});

const whole = (bounds: { min: number; max: number; default: number }) =>
  z.coerce.number().int().min(bounds.min).max(bounds.max).default(bounds.default);

const settings = z
  .object({
    /** Name of the CloudFormation stack, and prefix of all names that are unique in an account. */
    stackName: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/)
      .default('search-metrics'),
    /** First segment of the deployed URL. */
    stageName: z.string().regex(/^\w+$/).default('prod'),
    /** 60 requests a minute: one a second with a burst of 60. */
    basicPlan: plan({
      requestsPerSecond: 1,
      burst: 60,
      monthlyQuota: 50_000,
      domainsPerDay: 1_000,
      pagesPerDay: 5_000,
    }),
    proPlan: plan({
      requestsPerSecond: 20,
      burst: 200,
      monthlyQuota: 2_000_000,
      domainsPerDay: 10_000,
      pagesPerDay: 50_000,
    }),
    /** Page that the crawler names in its user agent; the deployment's own /docs by default. */
    crawlerContactUrl: z.url({ protocol: /^https?$/ }).optional(),
    /** Ids of sources that are not to be asked, comma-separated. */
    disabledSources: z.string().default(''),
    /** Budget of paid sources per day (UTC). */
    dailyBudgetUsd: z.coerce.number().nonnegative().default(1),
    /** Maximum number of domains with scheduled snapshots. */
    maxFollowedDomains: z.coerce.number().int().nonnegative().default(10_000),
    /** Most pages of a crawl of a site. */
    maxCrawlPages: whole({ min: 1, max: MOST_PAGES, default: MOST_PAGES }),
    /** Sites of followed domains that were crawled once are crawled again every week. */
    weeklySiteCrawls: z.stringbool().or(z.boolean()).default(false),
    /** The forum upstream that group A relays to. Without it, or without its salt in SSM, those endpoints answer 503. */
    forumUpstreamUrl: z.url({ protocol: /^https?$/ }).optional(),
    forumMarketId: z.string().default(''),
    forumDeviceCode: z.string().default(''),
    /** Boards that an all-board check-in leaves out, comma-separated. */
    forumExcludedBoards: z.string().default(''),
    /** Check-ins of an all-board check-in under way at once, and the pause of each of them between two boards. */
    forumBatchConcurrency: whole(batchBounds.concurrency),
    forumBatchPauseMs: whole(batchBounds.pauseMs),
    /** Requests of one source address in five minutes, past which a firewall blocks it on group A. No firewall without. */
    wafRequestsPer5Minutes: z.coerce.number().int().min(10).optional(),
    /** First label of the sign-in host, unique in the region; stack name and account by default. */
    signInDomainPrefix: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
      .optional(),
    /** The back office's page under a custom domain, ending in `/back-office/`: sign-in redirects there as well. */
    backOfficeUrl: z
      .url({ protocol: /^https$/ })
      .endsWith('/back-office/')
      .optional(),
    /** Custom domain name of the API; needs a certificate. */
    domainName: z.hostname().optional(),
    /** Of a certificate for that name, in the stack's region. */
    certificateArn: z.string().startsWith('arn:').optional(),
    /** Route 53's zone that gets the name's address. */
    hostedZoneId: z.string().optional(),
    /** X-Ray records requests of functions: the first of each second and 5 % of the others, which is nearly all at low rates. */
    traces: z.stringbool().or(z.boolean()).default(false),
    /** Limits of each route with a key, for all callers together. By default what five keys of the larger plan may send. */
    routeRequestsPerSecond: z.coerce.number().positive().optional(),
    routeBurst: z.coerce.number().int().positive().optional(),
    /** Recipient of alarms; AWS asks to confirm it once. */
    alarmEmail: z.email().optional(),
    /** API Gateway writes access logs by a role of the whole account and region. Turn off where the account has one. */
    accountLogRole: z.stringbool().or(z.boolean()).default(true),
  })
  .refine(({ domainName, certificateArn }) => (domainName === undefined) === (certificateArn === undefined), {
    path: ['certificateArn'],
    error: 'goes with domainName: one needs the other',
  });

/** How each setting is read. */
export const settingShape = settings.shape;

/** Names of all settings. */
export const settingNames = Object.keys(settingShape);

/** What an operator can choose at deployment; every value has a default. */
export type DeploymentSettings = z.infer<typeof settings>;

/**
 * Reads the settings from CDK context (`cdk.json`, or `-c name=value`; plans as JSON).
 *
 * @throws {z.ZodError} naming the setting with an invalid value
 */
export function readSettings(node: Node): DeploymentSettings {
  const entries = settingNames.map((name) => [name, fromContext(node.tryGetContext(name))] as const);
  return settings.parse(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}

function fromContext(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value;
}
