import { openSite } from '../shared/answers/site/open-site.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings, seoSiteSettings } from '../shared/settings/settings.ts';

const settings = readSettings(seoSiteSettings);

/** `GET` and `DELETE /api/v1/seo/site`. */
export const handler = endpoint(openSite(settings), settings);
