import { endpointSettings } from '../shared/http/settings.ts';
import { overrideSettings } from '../shared/network/settings.ts';
import { text } from '../shared/settings/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';

export const seoHistorySettings = {
  ...endpointSettings,
  ...itemClientSettings,
  ...overrideSettings,
  DOMAIN_HISTORY_TABLE: text,
};
