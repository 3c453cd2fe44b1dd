import { openLongTail } from '../shared/answers/long-tail/open-long-tail.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings, seoLongTailSettings } from '../shared/settings/settings.ts';

const settings = readSettings(seoLongTailSettings);

/** `GET /api/v1/seo/long-tail`. */
export const handler = endpoint(openLongTail(settings), settings);
