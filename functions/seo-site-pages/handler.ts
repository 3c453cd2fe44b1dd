import { createSitePagesEndpoint } from '../core/site-reports/answer/list-endpoints.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSitePagesSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSitePagesSettings);

/** `GET /api/v1/seo/site/pages`. */
export const handler = endpoint(createSitePagesEndpoint(settings), settings);
