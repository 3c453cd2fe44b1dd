import { openHistory } from '../shared/answers/history/open-history.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { seoHistorySettings } from './settings.ts';

const settings = readSettings(seoHistorySettings);

/** `GET /api/v1/seo/history`. */
export const handler = endpoint(openHistory(settings), settings);
