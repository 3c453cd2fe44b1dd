import { keySettings } from '../accounts/settings.ts';
import { batchesTableSettings } from '../batches/settings.ts';
import {
  crawlQueueSettings,
  pageLimitSettings,
  reportQueueSettings,
  siteCrawlsSettings,
  weeklyCrawlSettings,
} from '../crawls/settings.ts';
import { sendSettings, watchDeliverySettings } from '../deliveries/settings.ts';
import { recordSettings } from '../domains/settings.ts';
import { encryptionSettings, endpointSettings } from '../platform/settings/common.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';
import { reporterSettings } from '../site-reports/settings.ts';

/** Settings of `/api/v1/seo/watches`. */
export const watchesSettings = {
  ...endpointSettings,
  ...keySettings,
  ...sendSettings,
  ...pageLimitSettings,
  ...siteCrawlsSettings,
  ...encryptionSettings,
  WATCHES_TABLE: watchDeliverySettings.WATCHES_TABLE,
};
export type WatchesSettings = SettingsOf<typeof watchesSettings>;

/** Settings of `site-reporter`, which evaluates watches after a crawl. */
export const siteReporterSettings = { ...reporterSettings, ...reportQueueSettings, ...watchDeliverySettings };
export type SiteReporterSettings = SettingsOf<typeof siteReporterSettings>;

/** Settings of `snapshot-worker`, which evaluates watches after a snapshot. */
export const snapshotWorkerSettings = {
  ...recordSettings,
  ...batchesTableSettings,
  ...siteCrawlsSettings,
  ...crawlQueueSettings,
  ...pageLimitSettings,
  ...weeklyCrawlSettings,
  ...watchDeliverySettings,
};
export type SnapshotWorkerSettings = SettingsOf<typeof snapshotWorkerSettings>;
