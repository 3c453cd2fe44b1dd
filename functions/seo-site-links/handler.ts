import { openSiteLinks } from '../core/site-reports/answer/open-lists.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSitePagesSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSitePagesSettings);

/** `GET /api/v1/seo/site/links`. */
export const handler = endpoint(openSiteLinks(settings), settings);
