import { keySettings } from '../accounts/settings.ts';
import { deliverySettings } from '../deliveries/settings.ts';
import { domainCacheSettings, domainHistorySettings } from '../domains/settings.ts';
import { coordinationSettings, overrideSettings, readingSettings } from '../platform/settings/common.ts';
import { text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

export const batchesTableSettings = {
  /** Table of batches. */
  BATCHES_TABLE: text,
};

export const batchQueueSettings = {
  /** Queue of the domains of batches. */
  BATCH_QUEUE_URL: text,
};
export type BatchQueueSettings = SettingsOf<typeof batchQueueSettings>;

export const completionQueueSettings = {
  /** Queue of batches whose sites have been fetched, for their rate-limited sources. */
  COMPLETION_QUEUE_URL: text,
};
export type CompletionQueueSettings = SettingsOf<typeof completionQueueSettings>;

/** Settings of the second stage of batches, in addition to those of records. */
export const completionSettings = {
  ...completionQueueSettings,
  ...batchesTableSettings,
  ...coordinationSettings,
};
export type CompletionSettings = SettingsOf<typeof completionSettings>;

/** Settings of creating and reading batches. */
export const batchSettings = {
  ...batchQueueSettings,
  ...batchesTableSettings,
  ...domainCacheSettings,
  ...domainHistorySettings,
  ...coordinationSettings,
  ...deliverySettings,
};
export type BatchSettings = SettingsOf<typeof batchSettings>;

/** Settings of `/api/v1/seo/batches`. */
export const batchesSettings = { ...readingSettings, ...keySettings, ...batchSettings, ...overrideSettings };
export type BatchesSettings = SettingsOf<typeof batchesSettings>;
