import { createBatchesEndpoint } from '../core/batches/batches-endpoint.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `POST /api/v1/seo/batches`, `GET` and `DELETE /api/v1/seo/batches/{id}`. */
export const handler = endpoint(createBatchesEndpoint(settings), { ...settings, noStore: true });
