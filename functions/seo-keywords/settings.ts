import { keywordsSettings } from '../shared/answers/keywords/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoKeywordsSettings = { ...endpointSettings, ...keywordsSettings };
