import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { createWatchesEndpoint } from '../core/watches/watches-endpoint.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** All methods of `/api/v1/seo/watches` and of the paths below it. Responses contain secrets. */
export const handler = endpoint(createWatchesEndpoint(settings), { ...settings, confidential: true });
