import type { Settings } from '../shared/settings/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';
import { crawlQueueSettings, operationsSettings, queueSettings } from '../shared/storage/settings.ts';

export const deadLettersSettings = {
  ...itemClientSettings,
  ...operationsSettings,
  ...queueSettings,
  ...crawlQueueSettings,
};

export type DeadLettersSettings = Settings<typeof deadLettersSettings>;
