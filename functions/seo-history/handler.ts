import { openHistory } from '../shared/answers/history/open-history.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings, seoHistorySettings } from '../shared/settings/settings.ts';

const settings = readSettings(seoHistorySettings);

/** `GET /api/v1/seo/history`. */
export const handler = endpoint(openHistory(settings), settings);
