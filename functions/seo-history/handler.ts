import { createHistoryEndpoint } from '../core/domains/history/history-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoHistorySettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoHistorySettings);

/** `GET /api/v1/seo/history`. */
export const handler = endpoint(createHistoryEndpoint(settings), settings);
