import { contactSettings, coordinationSettings } from '../platform/settings/common.ts';
import { commaSeparated, fromHost, fromOperator, number, optionalText, text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

/** Scheme, host and port that replace those of a provider; the path is unchanged. */
const baseUrl = fromHost(optionalText);

/** Base URLs of providers of a record. */
export const sourceUrlSettings = {
  /** Base URL of Tranco. */
  TRANCO_URL: baseUrl,
  /** Base URL of IANA's list of RDAP servers. */
  RDAP_BOOTSTRAP_URL: baseUrl,
  /** Base URL of Common Crawl. */
  COMMON_CRAWL_URL: baseUrl,
  /** Base URL of the Wayback Machine. */
  WAYBACK_URL: baseUrl,
  /** Base URL of Open PageRank. */
  OPEN_PAGE_RANK_URL: baseUrl,
  /** Base URL of the Chrome UX Report. */
  CRUX_URL: baseUrl,
  /** Base URL of PageSpeed Insights. */
  PAGESPEED_URL: baseUrl,
  /** Base URL of DataForSEO. */
  DATAFORSEO_URL: baseUrl,
};

export const budgetSettings = {
  /** Daily (UTC) budget of paid sources in US dollars; above it they are `skipped`. */
  DAILY_BUDGET_USD: fromOperator(number(), 1),
};

/** Settings of requests to any provider. */
export const providerSettings = {
  ...coordinationSettings,
  ...contactSettings,
  ...budgetSettings,
  /** Prefix of the SSM parameters with the keys of sources. */
  SOURCE_KEYS_PREFIX: text,
  /** Ids of sources and engines that are not requested, comma-separated. */
  DISABLED_SOURCES: fromOperator(commaSeparated, ''),
  /** URL of the sandbox, which replaces the providers for reserved names. */
  SANDBOX_PROVIDERS_URL: fromHost(optionalText),
  /** Value of all keys of sources in the sandbox. */
  SANDBOX_PROVIDERS_KEY: fromHost(optionalText),
};
/** Name of a setting with a base URL. */
export type BaseUrlSetting = `${string}_URL`;

/** With the base URLs of sources, of engines, or of both. */
export type ProviderSettings = SettingsOf<typeof providerSettings> & Readonly<Partial<Record<BaseUrlSetting, string>>>;
