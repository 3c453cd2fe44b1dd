import { createKeywordsEndpoint } from '../core/keywords/search/keywords-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/keywords`. */
export const handler = endpoint(createKeywordsEndpoint(settings), settings);
