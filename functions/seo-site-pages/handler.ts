import { openSitePages } from '../core/site-reports/answer/open-lists.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSitePagesSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSitePagesSettings);

/** `GET /api/v1/seo/site/pages`. */
export const handler = endpoint(openSitePages(settings), settings);
