import { createQueryEndpoint } from '../core/domains/query/query-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoQuerySettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoQuerySettings);

/** `GET /api/v1/seo/query`. */
export const handler = endpoint(createQueryEndpoint(settings), settings);
