import { keySettings } from '../accounts/settings.ts';
import { deliverySettings } from '../deliveries/settings.ts';
import { domainCacheSettings, domainHistorySettings } from '../domains/settings.ts';
import { workQueueSettings } from '../platform/queues/settings.ts';
import { coordinationSettings, overrideSettings, readingSettings } from '../platform/settings/common.ts';
import { text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

export const batchesTableSettings = {
  /** Table of batches. */
  BATCHES_TABLE: text,
};

/** Settings of creating and reading batches. */
export const batchSettings = {
  ...workQueueSettings,
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
