import { createSiteCrawlsEndpoint } from '../core/site-reports/answer/crawls-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/site/crawls`. */
export const handler = endpoint(createSiteCrawlsEndpoint(settings), settings);
