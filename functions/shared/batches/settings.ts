import { type Settings, text } from '../settings/settings.ts';
import { batchesSettings, queueSettings } from '../storage/settings.ts';

/** What answering with batches takes. */
export const batchSettings = {
  ...queueSettings,
  ...batchesSettings,
  DOMAIN_CACHE_TABLE: text,
  DOMAIN_HISTORY_TABLE: text,
  COORDINATION_TABLE: text,
};

export type BatchSettings = Settings<typeof batchSettings>;
