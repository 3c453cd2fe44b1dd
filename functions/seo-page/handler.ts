import { createPageEndpoint } from '../core/pages/page-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/page`. */
export const handler = endpoint(createPageEndpoint(settings), settings);
