import { openLongTail } from '../core/long-tail/open-long-tail.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoLongTailSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoLongTailSettings);

/** `GET /api/v1/seo/long-tail`. */
export const handler = endpoint(openLongTail(settings), settings);
