import { openComparison } from '../core/site-reports/answer/open-comparison.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSiteCompareSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSiteCompareSettings);

/** `GET /api/v1/seo/site/compare`. */
export const handler = endpoint(openComparison(settings), settings);
