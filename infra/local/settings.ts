import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type SourceKey, sourceKeys } from '../../functions/core/sources/providers/keys.ts';
import { baseUrlSettings } from '../../functions/core/keywords/settings.ts';
import { operatorShape, type OperatorVariable, operatorVariables, optionOf } from '../operator-settings.ts';
import { settingShape } from '../settings.ts';
import { InvalidHostOverride, parseHostOverrides } from '../../functions/core/platform/network/host-overrides.ts';

const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .or(z.literal(''))
  .optional()
  .transform((url) => (url ? new URL(url).origin : undefined));

/** Names of the base URLs of providers: scheme, host and port. */
export const baseUrlVariables = Object.keys(baseUrlSettings) as (keyof typeof baseUrlSettings)[];

/** The sandbox has its own forum, and the crawler's contact is this machine. */
const OWN = ['CRAWLER_CONTACT_URL', 'FORUM_UPSTREAM_URL', 'FORUM_MARKET_ID', 'FORUM_DEVICE_CODE'] as const;
type SharedVariable = Exclude<OperatorVariable, (typeof OWN)[number]>;

function isShared(name: OperatorVariable): name is SharedVariable {
  return !OWN.some((own) => own === name);
}

/** Settings of the operator that the runner has as well. */
export const sharedVariables = operatorVariables.filter(isShared);

const shared = Object.fromEntries(sharedVariables.map((name) => [name, operatorShape[optionOf(name)]]));

const environment = z.object({
  /** Port on 127.0.0.1; 0: any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /**
   * Folder of the data, and of `aws-credentials`: the credentials of the runner's AWS calls, made at each start
   * (`AWS_SHARED_CREDENTIALS_FILE=.local/aws-credentials aws --endpoint-url http://127.0.0.1:3000 …`).
   */
  LOCAL_DATA_DIR: z.string().min(1).default('.local'),
  /** Value of the predefined key on plan `basic`, at least 20 characters; by default created once, stored and printed. */
  LOCAL_API_KEY: optionalText.pipe(z.string().min(20, 'must have at least 20 characters').max(128).optional()),
  /**
   * Hosts that are resolved to a given address, by https first and then http: `host=address:port`, comma-separated, with
   * an optional `*.` prefix.
   */
  LOCAL_RESOLVE: z.string().default('').superRefine(checkOverrides),
  /** URL of the forum upstream; by default the sandbox's. If empty, the forum is not configured. */
  FORUM_UPSTREAM_URL: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .optional(),
  /** Salt of signatures; by default the sandbox's. */
  FORUM_SIGN_SALT: z.string().optional(),
  /** Same as `forumMarketId`; by default the sandbox's. */
  FORUM_MARKET_ID: z.string().optional(),
  /** Same as `forumDeviceCode`; by default the sandbox's. */
  FORUM_DEVICE_CODE: z.string().optional(),
  /** Same as `reportLogo`. */
  REPORT_LOGO: optionalText.pipe(settingShape.reportLogo),
  ...(shared as Record<SharedVariable, z.ZodType>),
  // Delays and irregularities of AWS to simulate.
  /** Seconds after which a message that failed is delivered again; by default the template's, 900. */
  LOCAL_VISIBILITY_TIMEOUT_SECONDS: z.coerce.number().positive().max(43_200).optional(),
  /** Seconds from the first event of a mail of a watch until it is sent; by default as in AWS, 600. */
  LOCAL_MAIL_DELAY_SECONDS: z.coerce.number().nonnegative().max(900).optional(),
  /** Share of messages that are delivered twice, and share of those that are delivered out of order. */
  LOCAL_IRREGULAR_MESSAGES: z.coerce.number().min(0).max(1).default(0.05),
  /** Maximum age of the usage of keys that API Gateway reports; quotas count every request. */
  LOCAL_USAGE_LAG_SECONDS: z.coerce.number().nonnegative().default(60),
  ...each(baseUrlVariables, baseUrl),
  ...each(sourceKeys.map(variableOf), optionalText),
});

function each<Name extends string, Type>(names: readonly Name[], type: Type) {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
}

type Variable<Key extends string> = Key extends `${infer Word}-${infer Rest}`
  ? `${Uppercase<Word>}_${Variable<Rest>}`
  : Uppercase<Key>;

/** @returns the variable of a source's key: `OPEN_PAGE_RANK_KEY` for `open-page-rank-key` */
export function variableOf(key: SourceKey) {
  return key.toUpperCase().replaceAll('-', '_') as Variable<SourceKey>;
}

function checkOverrides(text: string, context: z.RefinementCtx) {
  try {
    parseHostOverrides(text);
  } catch (error) {
    if (!(error instanceof InvalidHostOverride)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}

/** How each setting is read. */
export const runnerShape = environment.shape;

/** Settings from the environment and from the command line. */
export type RunnerSettings = z.output<typeof environment> & {
  /** Use the sandbox for all sources. */
  offline: boolean;
  /** Print the log. */
  verbose: boolean;
};

/** Thrown when a setting of the runner has an invalid value; the message names it. */
export class BadSetting extends Error {
  readonly code = 'bad_setting';
}

/**
 * Reads the runner's settings from the environment, and those that are not set there from `.env`.
 *
 * @param args command line, which may contain `--offline` and `--verbose`
 * @throws {BadSetting} naming the setting or the option
 */
export function readRunnerSettings(args: string[]): RunnerSettings {
  if (existsSync('.env')) loadEnvFile('.env');
  const { success, data, error } = environment.safeParse(process.env);
  if (success) return { ...data, ...readOptions(args) };
  throw new BadSetting(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

function readOptions(args: string[]): { offline: boolean; verbose: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args, options: { offline: flag, verbose: flag } }).values;
  } catch (error) {
    throw new BadSetting(`${(error as Error).message.split('.')[0]}; the options are --offline and --verbose`);
  }
}
