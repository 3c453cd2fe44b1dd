import { createSitePagesEndpoint } from '../core/site-reports/answer/list-endpoints.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/site/pages`. */
export const handler = endpoint(createSitePagesEndpoint(settings), settings);
