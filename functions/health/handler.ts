import { endpoint } from '../core/platform/http/endpoint.ts';
import { success } from '../core/platform/http/envelope.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** `GET /health`: status and version of the service, without a check of tables or sources. */
export const handler = endpoint((event) => {
  const answer = success(event, JSON.stringify({ status: 'ok', version: settings.SERVICE_VERSION }));
  return Promise.resolve({ ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } });
}, settings);
