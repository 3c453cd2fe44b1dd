import { openQuery } from '../shared/answers/query/open-query.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings, seoQuerySettings } from '../shared/settings/settings.ts';

const settings = readSettings(seoQuerySettings);

/** `GET /api/v1/seo/query`. */
export const handler = endpoint(openQuery(settings), settings);
