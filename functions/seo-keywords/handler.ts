import { openKeywords } from '../shared/answers/keywords/open-keywords.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings, seoKeywordsSettings } from '../shared/settings/settings.ts';

const settings = readSettings(seoKeywordsSettings);

/** `GET /api/v1/seo/keywords`. */
export const handler = endpoint(openKeywords(settings), settings);
