import { keySettings } from '../shared/gateway/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { text } from '../shared/settings/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';

export const usageSettings = { ...endpointSettings, ...itemClientSettings, ...keySettings, COORDINATION_TABLE: text };
