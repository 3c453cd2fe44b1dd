import { openSite } from '../core/site-reports/answer/open-site.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSiteSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSiteSettings);

/** `GET`, `POST` and `DELETE /api/v1/seo/site`. */
export const handler = endpoint(openSite(settings), settings);
