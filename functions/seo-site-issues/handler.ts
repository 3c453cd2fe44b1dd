import { openSiteIssues } from '../core/sites/answer/open-lists.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSiteIssuesSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSiteIssuesSettings);

/** `GET /api/v1/seo/site/issues`. */
export const handler = endpoint(openSiteIssues(settings), settings);
