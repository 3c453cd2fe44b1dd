import { recordSettings } from '../shared/domain-record/settings.ts';
import { keySettings } from '../shared/gateway/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';

export const seoQuerySettings = { ...endpointSettings, ...itemClientSettings, ...keySettings, ...recordSettings };
