import { openVerification } from '../core/site-reports/answer/open-verification.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoSiteVerificationSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoSiteVerificationSettings);

/** `GET /api/v1/seo/site/verification`. */
export const handler = endpoint(openVerification(settings), { ...settings, noStore: true });
