import { createHistoryEndpoint } from '../core/domains/history/history-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/history`. */
export const handler = endpoint(createHistoryEndpoint(settings), settings);
