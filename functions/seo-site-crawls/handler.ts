import { openSiteCrawls } from '../core/site-reports/answer/open-crawls.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSiteCrawlsSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSiteCrawlsSettings);

/** `GET /api/v1/seo/site/crawls`. */
export const handler = endpoint(openSiteCrawls(settings), settings);
