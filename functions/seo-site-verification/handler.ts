import { createVerificationEndpoint } from '../core/site-reports/answer/verification-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/site/verification`. */
export const handler = endpoint(createVerificationEndpoint(settings), { ...settings, noStore: true });
