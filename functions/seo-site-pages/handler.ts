import { openSitePages } from '../shared/answers/site-pages/open-site-pages.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings, seoSitePagesSettings } from '../shared/settings/settings.ts';

const settings = readSettings(seoSitePagesSettings);

/** `GET /api/v1/seo/site/pages`. */
export const handler = endpoint(openSitePages(settings), settings);
