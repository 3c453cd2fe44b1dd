import { createQueryEndpoint } from '../core/domains/query/query-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/query`. */
export const handler = endpoint(createQueryEndpoint(settings), settings);
