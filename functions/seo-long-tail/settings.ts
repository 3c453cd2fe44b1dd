import { endpointSettings } from '../shared/http/settings.ts';
import { suggestionSettings } from '../shared/keyword-research/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';

export const seoLongTailSettings = { ...endpointSettings, ...itemClientSettings, ...suggestionSettings };
