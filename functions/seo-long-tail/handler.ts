import { createLongTailEndpoint } from '../core/long-tail/long-tail-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /api/v1/seo/long-tail`. */
export const handler = endpoint(createLongTailEndpoint(settings), settings);
