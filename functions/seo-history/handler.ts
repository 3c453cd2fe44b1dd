import { endpoint } from '../shared/http/endpoint.ts';
import { readParameters } from '../shared/http/parameters.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { createDocumentReader } from '../shared/storage/dynamodb/document-reader.ts';
import { createHistoryReader } from '../shared/storage/domain-history/history-reader.ts';
import { createSignedItemClient } from '../shared/storage/dynamodb/signed-item-client.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { readHistory } from '../shared/domain-record/history/read-history.ts';
import { historyParameters } from './request.ts';
import { respond } from './respond.ts';
import { seoHistorySettings } from './settings.ts';

const settings = readSettings(seoHistorySettings);

const items = createSignedItemClient(settings, async () => {
  const { createDynamoDB, sdkItemClient } = await import('../shared/storage/dynamodb/client.ts');
  return sdkItemClient(createDynamoDB());
});
const history = createHistoryReader(createDocumentReader(items), settings.DOMAIN_HISTORY_TABLE);
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const parameters = historyParameters((host) => overrides.find(host) !== null);

/** `GET /api/v1/seo/history`: snapshots of a domain, as JSON or CSV. Nothing is fetched for it. */
export const handler = endpoint(async (event) => {
  const { fields, format, ...request } = readParameters(event, parameters);
  return respond(event, await readHistory(request, { history, now: Date.now }), { fields, format });
}, settings);
