import { fetchSlotSettings, keySettings } from '../accounts/settings.ts';
import { beginCrawlSettings, pageLimitSettings, siteCrawlsSettings } from '../crawls/settings.ts';
import { deliverySettings } from '../deliveries/settings.ts';
import { domainHistorySettings, followSettings, siteFetchSettings } from '../domains/settings.ts';
import {
  coordinationSettings,
  encryptionSettings,
  itemClientSettings,
  overrideSettings,
  readingSettings,
  versionSettings,
} from '../platform/settings/common.ts';
import { fromOperator, optionalText } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

/** Settings of `/api/v1/seo/site`. */
export const siteSettings = {
  ...readingSettings,
  ...fetchSlotSettings,
  ...beginCrawlSettings,
  ...pageLimitSettings,
  ...encryptionSettings,
  WATCHES_TABLE: deliverySettings.WATCHES_TABLE,
};
export type SiteSettings = SettingsOf<typeof siteSettings>;

/** Settings of reading stored crawls, among them those that only the caller's owner may read. */
export const ownCrawlsSettings = {
  ...readingSettings,
  ...overrideSettings,
  ...siteCrawlsSettings,
  ...keySettings,
  ...coordinationSettings,
};
export type OwnCrawlsSettings = SettingsOf<typeof ownCrawlsSettings>;

/** Settings of `/api/v1/seo/site/compare`. */
export const siteComparisonSettings = { ...ownCrawlsSettings, ...fetchSlotSettings, ...versionSettings };
export type SiteComparisonSettings = SettingsOf<typeof siteComparisonSettings>;

/** Settings of `/api/v1/seo/site/verification`. */
export const siteVerificationSettings = {
  ...readingSettings,
  ...fetchSlotSettings,
  ...siteFetchSettings,
  ...siteCrawlsSettings,
};
export type SiteVerificationSettings = SettingsOf<typeof siteVerificationSettings>;

/** Settings of making the reports of crawls. */
export const reporterSettings = {
  ...itemClientSettings,
  ...siteCrawlsSettings,
  ...coordinationSettings,
  ...domainHistorySettings,
  ...followSettings,
};
export type ReporterSettings = SettingsOf<typeof reporterSettings>;

export const reportSettings = {
  /** Name of the company that issues the reports of report links, which they begin with; by default the product's. */
  REPORT_ISSUER: fromOperator(optionalText, ''),
};
