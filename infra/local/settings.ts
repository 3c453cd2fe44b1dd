import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { z } from 'zod';
import { type SourceKey, sourceKeys } from '../../functions/shared/providers/keys.ts';
import { forumBatch } from '../settings.ts';
import { sourceUrlSettings } from '../sandbox/providers/source-url-settings.ts';
import { InvalidHostOverride, parseHostOverrides } from '../../functions/shared/network/host-overrides.ts';

const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .or(z.literal(''))
  .optional()
  .transform((url) => (url ? new URL(url).origin : undefined));

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  LOCAL_DATA_DIR: z.string().min(1).default('.local'),
  LOCAL_API_KEY: optionalText.pipe(z.string().min(20, 'must have at least 20 characters').max(128).optional()),
  LOCAL_RESOLVE: z.string().default('').superRefine(checkOverrides),
  FORUM_UPSTREAM_URL: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .optional(),
  FORUM_SIGN_SALT: z.string().optional(),
  FORUM_MARKET_ID: z.string().optional(),
  FORUM_DEVICE_CODE: z.string().optional(),
  FORUM_EXCLUDED_BOARDS: z.string().default(''),
  FORUM_BATCH_CONCURRENCY: forumBatch.concurrency,
  FORUM_BATCH_PAUSE_MS: forumBatch.pauseMs,
  DISABLED_SOURCES: z.string().default(''),
  DAILY_BUDGET_USD: z.coerce.number().nonnegative().default(1),
  LOCAL_VISIBILITY_TIMEOUT_SECONDS: z.coerce
    .number()
    .positive()
    .max(43_200)
    .transform((seconds) => seconds * 1000)
    .optional(),
  LOCAL_IRREGULAR_MESSAGES: z.coerce.number().min(0).max(1).default(0.05),
  LOCAL_INDEX_LAG_MS: z.coerce.number().nonnegative().default(100),
  LOCAL_USAGE_LAG_SECONDS: z.coerce.number().nonnegative().default(60),
  MAX_FOLLOWED_DOMAINS: z.coerce.number().int().nonnegative().optional(),
  ...Object.fromEntries(sourceUrlSettings.map((name) => [name, baseUrl])),
});

function checkOverrides(text: string, context: z.RefinementCtx) {
  try {
    parseHostOverrides(text);
  } catch (error) {
    if (!(error instanceof InvalidHostOverride)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}

export interface RunnerSettings {
  /** Port on 127.0.0.1; 0 takes a free one. */
  port: number;
  dataDir: string;
  /** Value of the ready-made key; when not set, it is created once and stored. */
  apiKey: string | undefined;
  /** Hosts that are reached at an address of the operator's choice, `host=address:port`, comma-separated. */
  resolve: string;
  /** What is not set comes from the sandbox; what is set but empty is not configured. */
  forum: ForumUpstream;
  excludedBoards: string;
  /** Check-ins of a batch under way at once, and the pause of each of them between two boards. */
  batchConcurrency: number;
  batchPauseMs: number;
  disabledSources: string;
  dailyBudgetUsd: number;
  maxFollowedDomains: number | undefined;
  /** Other addresses of sources, by setting. */
  sourceUrls: Record<string, string>;
  sourceKeys: Partial<Record<SourceKey, string>>;
  /** All sources are the sandbox's. */
  offline: boolean;
  emulation: EmulationSettings;
}

/** How far AWS's own delays and irregularities go here. */
export interface EmulationSettings {
  /** In place of the template's. */
  visibilityTimeoutMs: number | undefined;
  /** Share of messages, 0 to 1, that are delivered twice, and of those that are delivered out of order. */
  irregularMessages: number;
  indexLagMs: number;
  usageLagMs: number;
}

export interface ForumUpstream {
  upstreamUrl: string | undefined;
  salt: string | undefined;
  marketId: string | undefined;
  deviceCode: string | undefined;
}

/** Thrown when a setting of the runner has an invalid value; the message names it. */
export class BadSetting extends Error {
  readonly code = 'bad_setting';
}

/**
 * Reads the runner's settings from the environment, and from `.env` for what is not set there.
 *
 * @param args command line: `--offline` is known
 * @throws {BadSetting} naming the setting
 */
export function readRunnerSettings(args: string[]): RunnerSettings {
  if (existsSync('.env')) loadEnvFile('.env');
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) {
    throw new BadSetting(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    dataDir: values.LOCAL_DATA_DIR,
    apiKey: values.LOCAL_API_KEY,
    resolve: values.LOCAL_RESOLVE,
    forum: {
      upstreamUrl: values.FORUM_UPSTREAM_URL,
      salt: values.FORUM_SIGN_SALT,
      marketId: values.FORUM_MARKET_ID,
      deviceCode: values.FORUM_DEVICE_CODE,
    },
    excludedBoards: values.FORUM_EXCLUDED_BOARDS,
    batchConcurrency: values.FORUM_BATCH_CONCURRENCY,
    batchPauseMs: values.FORUM_BATCH_PAUSE_MS,
    disabledSources: values.DISABLED_SOURCES,
    dailyBudgetUsd: values.DAILY_BUDGET_USD,
    maxFollowedDomains: values.MAX_FOLLOWED_DOMAINS,
    sourceUrls: present(sourceUrlSettings, (name) => (values as Record<string, unknown>)[name]) as Record<
      string,
      string
    >,
    sourceKeys: present(sourceKeys, (key) => process.env[keyVariable(key)]),
    offline: args.includes('--offline'),
    emulation: {
      visibilityTimeoutMs: values.LOCAL_VISIBILITY_TIMEOUT_SECONDS,
      irregularMessages: values.LOCAL_IRREGULAR_MESSAGES,
      indexLagMs: values.LOCAL_INDEX_LAG_MS,
      usageLagMs: values.LOCAL_USAGE_LAG_SECONDS * 1000,
    },
  };
}

/** @returns the environment variable of a source's key: `OPEN_PAGE_RANK_KEY` for the parameter `open-page-rank-key` */
export function keyVariable(key: SourceKey): string {
  return key.toUpperCase().replaceAll('-', '_');
}

/** What is set of these, by name. */
function present<Name extends string>(names: readonly Name[], valueOf: (name: Name) => unknown) {
  const entries = names.flatMap((name) => {
    const value = valueOf(name);
    return typeof value === 'string' && value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
