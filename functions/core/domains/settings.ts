import { fetchSlotSettings } from '../accounts/settings.ts';
import {
  coordinationSettings,
  networkSettings,
  overrideSettings,
  readingSettings,
} from '../platform/settings/common.ts';
import { fromOperator, number, text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';
import { providerSettings, sourceUrlSettings } from '../sources/settings.ts';

export const workQueueSettings = {
  /** Queue of snapshots and refreshes. */
  WORK_QUEUE_URL: text,
};
export type WorkQueueSettings = SettingsOf<typeof workQueueSettings>;

export const domainCacheSettings = {
  /** Table of the records that answers are made of. */
  DOMAIN_CACHE_TABLE: text,
};

export const domainHistorySettings = {
  /** Table of the snapshots of domains. */
  DOMAIN_HISTORY_TABLE: text,
};

/** Settings of following domains. */
export const followSettings = {
  /** Table of the domains with scheduled snapshots. */
  DOMAIN_SCHEDULE_TABLE: text,
  /** Maximum number of domains with scheduled snapshots. */
  MAX_FOLLOWED_DOMAINS: fromOperator(number({ isWhole: true }), 10_000),
};

/** Settings of requests to the sites of domains, and to registries for the existence check. */
export const siteFetchSettings = { ...providerSettings, ...sourceUrlSettings, ...networkSettings, ...followSettings };
export type SiteFetchSettings = SettingsOf<typeof siteFetchSettings>;

/** Tables of domains, and their queue. */
export const storageSettings = {
  ...workQueueSettings,
  ...domainCacheSettings,
  ...domainHistorySettings,
  ...followSettings,
  ...coordinationSettings,
  /** Table of keywords, suggestions and their index. */
  KEYWORDS_TABLE: text,
};

/** Settings of fetching a record, by endpoints and by the worker. */
export const recordSettings = { ...siteFetchSettings, ...storageSettings };
export type RecordSettings = SettingsOf<typeof recordSettings>;

/** Settings of `/api/v1/seo/query`. */
export const querySettings = { ...readingSettings, ...fetchSlotSettings, ...recordSettings };
export type QuerySettings = SettingsOf<typeof querySettings>;

/** Settings of `/api/v1/seo/history`. */
export const historySettings = { ...readingSettings, ...overrideSettings, ...domainHistorySettings };
export type HistorySettings = SettingsOf<typeof historySettings>;
