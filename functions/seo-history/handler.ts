import { openHistory } from '../core/domains/history/open-history.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoHistorySettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoHistorySettings);

/** `GET /api/v1/seo/history`. */
export const handler = endpoint(openHistory(settings), settings);
