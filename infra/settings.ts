import { existsSync, readFileSync } from 'node:fs';
import type { Node } from 'constructs';
import { z } from 'zod';
import type { PlanAllowances, PlanName } from '../functions/core/accounts/plans.ts';
import {
  flag,
  logoFile,
  named,
  numeric,
  positive,
  webUrl,
  whole,
  wholeOrZero,
  wholePositive,
} from './option-schemas.ts';
import { operatorShape } from './operator-settings.ts';

interface PlanDefaults {
  requestsPerSecond: number;
  burst: number;
  monthlyQuota: number;
  domainsPerDay: number;
  watches: number;
  pagesPerDay: number;
}

const plan = (defaults: PlanDefaults) =>
  named({
    requestsPerSecond: positive.default(defaults.requestsPerSecond),
    burst: wholePositive.default(defaults.burst),
    monthlyQuota: wholePositive.default(defaults.monthlyQuota),
    /** Domains and pages that may be fetched for one owner of keys per day (UTC). */
    domainsPerDay: wholeOrZero.default(defaults.domainsPerDay),
    pagesPerDay: wholeOrZero.default(defaults.pagesPerDay),
    /** Watches of one owner of keys. */
    watches: wholeOrZero.default(defaults.watches),
  }).prefault({});

/** Lambda requires at least two concurrent invocations per event source of a queue (ScalingConfig). */
const concurrency = (byDefault: number) => whole({ min: 2, max: 1_000, default: byDefault });

/** Cognito rejects these in the prefix of a domain. */
const RESERVED_IN_HOST = /aws|amazon|cognito/;

const settings = named({
  /** Name of the stack, and prefix of names that are unique in an account. */
  stackName: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 lower-case letters, digits and hyphens, a letter first')
    .regex(/^(?!aws|ssm)/, 'must not begin with "aws" or "ssm", which AWS reserves in names of parameters')
    .default('search-metrics'),
  /** First segment of the URL. */
  stageName: z.string().regex(/^\w+$/, 'must be letters, digits and underscores').default('prod'),
  /**
   * Limits of the plan `basic`, by default 60 requests per minute; `domainsPerDay` and `pagesPerDay` are the numbers of
   * domains and pages that may be fetched for one owner of keys per day (UTC), `watches` the number of an owner's watches.
   */
  basicPlan: plan({
    requestsPerSecond: 1,
    burst: 60,
    monthlyQuota: 50_000,
    domainsPerDay: 1_000,
    pagesPerDay: 5_000,
    watches: 20,
  }),
  /** The same for the plan `pro`. */
  proPlan: plan({
    requestsPerSecond: 20,
    burst: 200,
    monthlyQuota: 2_000_000,
    domainsPerDay: 10_000,
    pagesPerDay: 50_000,
    watches: 200,
  }),
  ...operatorShape,
  /**
   * Path of the logo of the issuer of reports, an SVG or PNG file of at most 200 KB; it is shown on white, at most 56
   * pixels high. By default the product's.
   */
  reportLogo: logoFile.optional(),
  /**
   * Concurrent invocations for each queue, 2 to 1000 ([a small account](operations.md#a-small-account)), so that background
   * work does not use up the account's concurrency.
   */
  // Invocations of `work` and `learning` process up to five messages, those of `crawls` up to ten sites, which mostly wait,
  // those of `batches` up to three domains, those of `reports` and `deliveries` one site or delivery at a time. Of
  // `completions`, all but one wait.
  queueConcurrency: named({
    work: concurrency(5),
    learning: concurrency(3),
    batches: concurrency(5),
    completions: concurrency(2),
    crawls: concurrency(15),
    reports: concurrency(5),
    deliveries: concurrency(10),
    deadLetters: concurrency(2),
  }).prefault({}),
  /**
   * Requests per source address in five minutes, to all paths and also with wrong keys, above which a firewall blocks the
   * address; by default no firewall, which costs 6 US dollars a month and 0.60 per million requests.
   */
  wafRequestsPer5Minutes: numeric(z.number().int().min(10)).optional(),
  /**
   * First label of the sign-in host, unique in the region, without `aws`, `amazon`, `cognito`; by default stack name and
   * account.
   */
  signInDomainPrefix: z
    .string()
    .regex(
      /^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
      'must be 1 to 63 lower-case letters, digits and inner hyphens, without "aws", "amazon" and "cognito"',
    )
    .optional(),
  /** URL of the back office under a custom domain, ending in `/back-office/`: sign-in also redirects there. */
  backOfficeUrl: webUrl(/^https$/)
    .endsWith('/back-office/')
    .optional(),
  /** Custom domain name of the API, without the stage in its paths; requires `certificateArn`. */
  domainName: z.hostname().optional(),
  /** ARN of a certificate for `domainName` in the stack's region. */
  certificateArn: z.string().startsWith('arn:').optional(),
  /**
   * Id of the Route 53 hosted zone of exactly that name, to which a record is added; without it, point the name at the
   * output `CustomDomainTarget`.
   */
  hostedZoneId: z.string().optional(),
  /**
   * Whether X-Ray records requests of functions, except authorizer, health and method-not-allowed: the first of each
   * second and 5 % of the others, which is nearly all at low rates.
   */
  traces: flag.default(false),
  /**
   * Requests per second of each route with a key, for all callers together, including rejected keys; by default five times
   * the rate of the larger plan.
   */
  routeRequestsPerSecond: positive.optional(),
  /** Burst of each route with a key; by default twice the burst of the larger plan. */
  routeBurst: wholePositive.optional(),
  /** Recipient of alarms, who has to confirm the subscription; by default no alarms are sent. */
  alarmEmail: z.email().optional(),
  /**
   * Monthly budget of the whole AWS account in US dollars: `alarmEmail` gets an email when 80 % of it are spent, and when
   * AWS forecasts that it will be exceeded; by default no budget.
   */
  monthlyBudgetUsd: numeric(z.number().positive()).optional(),
  /**
   * Whether to create the role with which API Gateway writes access logs; it applies to the whole account and region, so
   * turn this off if there is one.
   */
  accountLogRole: flag.default(true),
})
  .refine(({ domainName, certificateArn }) => (domainName === undefined) === (certificateArn === undefined), {
    path: ['certificateArn'],
    error: 'must be set together with domainName',
  })
  .refine(
    ({ stackName, signInDomainPrefix }) => signInDomainPrefix !== undefined || !RESERVED_IN_HOST.test(stackName),
    {
      path: ['signInDomainPrefix'],
      error: 'must be set, since stackName contains "aws", "amazon" or "cognito", which the sign-in host may not',
    },
  )
  .refine(({ monthlyBudgetUsd, alarmEmail }) => monthlyBudgetUsd === undefined || alarmEmail !== undefined, {
    path: ['monthlyBudgetUsd'],
    error: 'requires alarmEmail, which its emails are sent to',
  });

/** How each setting is read. */
export const settingShape = settings.shape;

/** Names of all settings. */
export const settingNames = Object.keys(settingShape);

/** What an operator can choose at deployment; every value has a default. */
export type DeploymentSettings = z.infer<typeof settings>;

/** Settings of the plans. */
export type PlanSettings = Pick<DeploymentSettings, 'basicPlan' | 'proPlan'>;

export function plansOf({ basicPlan, proPlan }: PlanSettings): Record<PlanName, DeploymentSettings['basicPlan']> {
  return { basic: basicPlan, pro: proPlan };
}

/** Returns the daily allowances of each plan, as the functions have them. */
export function planAllowances(settings: PlanSettings): PlanAllowances {
  const plans = plansOf(settings);
  const allowanceOf = (name: PlanName) => {
    const { domainsPerDay: domains, pagesPerDay: pages, watches } = plans[name];
    return { domains, pages, watches };
  };
  return { basic: allowanceOf('basic'), pro: allowanceOf('pro') };
}

/** Largest value of a standard parameter, in characters. */
const MOST_STORED = 4_096;

/**
 * Returns the settings as the stack stores them: `null` for those that are not set, so that they are known to be unset.
 *
 * @throws {InvalidSettings} if they are too long for a parameter
 */
export function storedSettings(settings: DeploymentSettings): string {
  const values: Record<string, unknown> = settings;
  const stored = JSON.stringify(Object.fromEntries(settingNames.map((name) => [name, values[name] ?? null])));
  if (stored.length <= MOST_STORED) return stored;
  throw new InvalidSettings(
    `the settings have ${stored.length} of at most ${MOST_STORED} characters: shorten the longest, such as forumExcludedBoards`,
  );
}

/** Prefix of the SSM parameters with the keys of sources. */
export const sourceKeysPrefix = ({ stackName }: Pick<DeploymentSettings, 'stackName'>) => `/${stackName}/sources/`;
/** CloudFormation cannot make SecureString parameters: the operator does, once. */
export const saltParameter = ({ stackName }: Pick<DeploymentSettings, 'stackName'>) => `/${stackName}/forum/sign-salt`;

/** A parameter with the settings of the deployed stack, which the next deployment is compared with. */
export const settingsParameter = ({ stackName }: Pick<DeploymentSettings, 'stackName'>) => `/${stackName}/settings`;

/** Created by the function that first needs it. */
export const watchesSecretParameter = ({ stackName }: Pick<DeploymentSettings, 'stackName'>) =>
  `/${stackName}/watches/master-secret`;

/** Thrown when a setting is invalid; the message names it, and what is valid. */
export class InvalidSettings extends Error {
  readonly code = 'invalid_settings';
}

/** File at the top level with an operator's own settings. */
const SETTINGS_FILE = 'settings.json';

/**
 * Reads a settings file of an operator, such as one for each stage.
 *
 * @param file its path; by default settings.json, which is not in the repository, so that an upgrade keeps it
 * @returns no settings if there is no settings.json
 * @throws {InvalidSettings} if a named file does not exist, or the file is no JSON object
 */
export function readSettingsFile(file = SETTINGS_FILE): Record<string, unknown> {
  if (!existsSync(file)) {
    if (file === SETTINGS_FILE) return {};
    throw new InvalidSettings(`${file} does not exist`);
  }
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(parsedJson(readFileSync(file, 'utf8')));
  if (success) return data;
  throw new InvalidSettings(`${file} must contain a JSON object of settings, as settings.example.json does`);
}

/**
 * Reads the settings from CDK context (`-c name=value`, plans as JSON; `cdk.json`), and from the settings file those
 * that are not there.
 *
 * @param file content of the settings file
 * @param fileName for messages
 * @throws {InvalidSettings}
 */
export function readSettings(
  node: Pick<Node, 'tryGetContext'>,
  file: Record<string, unknown> = {},
  fileName = SETTINGS_FILE,
): DeploymentSettings {
  const entries = settingNames.map((name) => [name, fromContext(node.tryGetContext(name))] as const);
  const context = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const { success, data, error } = settings.safeParse({ ...file, ...context });
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => {
    const isOfFile = path.length === 0 || (String(path[0]) in file && !(String(path[0]) in context));
    return [...(isOfFile ? [fileName] : []), ...(path.length > 0 ? [path.join('.')] : []), message].join(': ');
  });
  throw new InvalidSettings(problems.join('\n'));
}

/**
 * Reads the settings that a deployment without `-c name=value` has: those of a settings file, and `cdk.json`.
 *
 * @param file its path; default: settings.json
 * @throws {InvalidSettings}
 */
export function readDeploymentSettings(file?: string): DeploymentSettings {
  const context = cdkContext();
  return readSettings({ tryGetContext: (name: string) => context[name] }, readSettingsFile(file), file);
}

/** Reads the context of `cdk.json`: the CDK's feature flags. The CDK's command line passes it to the app by itself. */
export function cdkContext(): Record<string, unknown> {
  const file = new URL('../cdk.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { context?: Record<string, unknown> }).context ?? {};
}

function fromContext(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('{') ? (parsedJson(value) ?? value) : value;
}

/** @returns `undefined` if the text is no JSON */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns the version of this service, as package.json has it */
export function serviceVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
