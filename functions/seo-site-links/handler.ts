import { createSiteLinksEndpoint } from '../core/site-reports/answer/list-endpoints.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/site/links`. */
export const handler = endpoint(createSiteLinksEndpoint(settings), settings);
