import { endpoint } from '../shared/http/endpoint.ts';
import { success } from '../shared/http/envelope.ts';
import { healthSettings, readSettings } from '../shared/settings/settings.ts';

const settings = readSettings(healthSettings);

/** `GET /health`: that the service answers, and its version. It asks nobody, so it says nothing of tables or sources. */
export const handler = endpoint((event) => {
  const answer = success(event, JSON.stringify({ status: 'ok', version: settings.SERVICE_VERSION }));
  return Promise.resolve({ ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } });
}, settings);
