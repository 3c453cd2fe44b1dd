import { createSiteEndpoint } from '../core/site-reports/answer/site-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET`, `POST` and `DELETE /api/v1/seo/site`. */
export const handler = endpoint(createSiteEndpoint(settings), settings);
