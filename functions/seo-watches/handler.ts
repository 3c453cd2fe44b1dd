import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoWatchesSettings } from '../core/platform/settings/settings.ts';
import { createWatchesEndpoint } from '../core/watches/watches-endpoint.ts';

const settings = readSettings(seoWatchesSettings);

/** All methods of `/api/v1/seo/watches` and of the paths below it. Responses contain secrets. */
export const handler = endpoint(createWatchesEndpoint(settings), { ...settings, confidential: true });
