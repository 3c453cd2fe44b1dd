import { openKeywords } from '../shared/answers/keywords/open-keywords.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { seoKeywordsSettings } from './settings.ts';

const settings = readSettings(seoKeywordsSettings);

/** `GET /api/v1/seo/keywords`. */
export const handler = endpoint(openKeywords(settings), settings);
