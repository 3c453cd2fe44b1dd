import { createKeywordsEndpoint } from '../core/keywords/search/keywords-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoKeywordsSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoKeywordsSettings);

/** `GET /api/v1/seo/keywords`. */
export const handler = endpoint(createKeywordsEndpoint(settings), settings);
