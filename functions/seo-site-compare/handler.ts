import { createComparisonEndpoint } from '../core/site-reports/answer/comparison-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/site/compare`. */
export const handler = endpoint(createComparisonEndpoint(settings), settings);
