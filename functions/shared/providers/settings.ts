import { engineIds } from '../keywords/engine-id.ts';
import {
  type Setting,
  type Settings,
  commaSeparated,
  fromHost,
  number,
  optionalText,
  text,
} from '../settings/settings.ts';

/** Settings that lead a source or an engine to another base URL (scheme, host, port; the path stays). */
const baseUrls = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, fromHost(optionalText)])) as Record<Name, Setting<string, 'host'>>;

export const sourceUrls = baseUrls(
  'TRANCO_URL',
  'RDAP_BOOTSTRAP_URL',
  'COMMON_CRAWL_URL',
  'WAYBACK_URL',
  'OPEN_PAGE_RANK_URL',
  'CRUX_URL',
  'PAGESPEED_URL',
  'DATAFORSEO_URL',
);

export const engineUrls = baseUrls(
  'DATAFORSEO_URL',
  ...engineIds.map((id) => `${id.toUpperCase() as Uppercase<typeof id>}_SUGGEST_URL` as const),
);

export type BaseUrlSetting = keyof typeof sourceUrls | keyof typeof engineUrls;
export const baseUrlSettings = Object.keys({ ...sourceUrls, ...engineUrls }) as BaseUrlSetting[];

/** What asking anybody outside takes. */
export const askingSettings = {
  COORDINATION_TABLE: text,
  CRAWLER_CONTACT_URL: text,
  /** Of the parameters that hold the sources' keys. */
  SOURCE_KEYS_PREFIX: text,
  /** Ids of sources and engines that the operator has switched off. */
  DISABLED_SOURCES: commaSeparated,
  DAILY_BUDGET_USD: number(),
  SANDBOX_PROVIDERS_URL: fromHost(optionalText),
  SANDBOX_PROVIDERS_KEY: fromHost(optionalText),
};

export type AskingSettings = Settings<typeof askingSettings> & { readonly [Name in BaseUrlSetting]?: string };
