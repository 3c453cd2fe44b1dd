import { recordSettings } from '../shared/domain-record/settings.ts';
import { keySettings } from '../shared/gateway/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { suggestionSettings } from '../shared/keyword-research/settings.ts';
import { itemClientSettings } from '../shared/storage/dynamodb/settings.ts';

export const seoKeywordsSettings = {
  ...endpointSettings,
  ...itemClientSettings,
  ...keySettings,
  ...recordSettings,
  ...suggestionSettings,
};
