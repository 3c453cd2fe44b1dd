import { recordSettings } from '../shared/domain-record/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { lightItemsSettings } from '../shared/storage/settings.ts';

export const seoQuerySettings = { ...endpointSettings, ...lightItemsSettings, ...recordSettings };
