import { keySettings } from '../shared/gateway/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { pageSettings } from '../shared/pages/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';

export const seoPageSettings = { ...endpointSettings, ...itemClientSettings, ...keySettings, ...pageSettings };
