import { endpoint } from '../core/platform/http/endpoint.ts';
import { success } from '../core/platform/http/envelope.ts';
import { unlessKnown, weakEtag } from '../core/platform/http/headers.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { catalogue } from '../core/site-reports/issues/catalogue.computed.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const data = JSON.stringify(catalogue);

/** `GET /api/v1/seo/issues`: returns the issues of site audits. */
export const handler = endpoint((event) => {
  const answer = success(event, data);
  return Promise.resolve(unlessKnown(event, weakEtag('application/json', data), answer));
}, settings);
