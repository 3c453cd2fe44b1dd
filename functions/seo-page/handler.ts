import { createPageEndpoint } from '../core/pages/page-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoPageSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoPageSettings);

/** `GET /api/v1/seo/page`. */
export const handler = endpoint(createPageEndpoint(settings), settings);
