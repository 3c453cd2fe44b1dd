import { keySettings } from '../shared/gateway/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { overrideSettings } from '../shared/network/settings.ts';
import { text } from '../shared/settings/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';
import { queueSettings } from '../shared/storage/settings.ts';

export const seoBatchesSettings = {
  ...endpointSettings,
  ...itemClientSettings,
  ...overrideSettings,
  ...keySettings,
  ...queueSettings,
  DOMAIN_CACHE_TABLE: text,
  DOMAIN_HISTORY_TABLE: text,
  COORDINATION_TABLE: text,
  BATCHES_TABLE: text,
};
