import { openBatches } from '../core/batches/open-batches.ts';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings, seoBatchesSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(seoBatchesSettings);

/** `POST /api/v1/seo/batches`, `GET` and `DELETE /api/v1/seo/batches/{id}`. */
export const handler = endpoint(openBatches(settings), { ...settings, noStore: true });
