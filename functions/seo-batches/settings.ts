import { batchSettings } from '../shared/batches/settings.ts';
import { keySettings } from '../shared/gateway/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { overrideSettings } from '../shared/network/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';

export const seoBatchesSettings = {
  ...endpointSettings,
  ...itemClientSettings,
  ...overrideSettings,
  ...keySettings,
  ...batchSettings,
};
