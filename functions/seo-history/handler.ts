import { jsonOrCsv } from '../shared/http/csv.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readParameters } from '../shared/http/parameters.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { createDocumentClient } from '../shared/storage/dynamodb/document-client.ts';
import { createDomainHistory } from '../shared/storage/domain-history/domain-history.ts';
import { createDynamoDB } from '../shared/storage/dynamodb/client.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { historyTable } from './history-table.ts';
import { readHistory } from '../shared/domain-record/history/read-history.ts';
import { historyParameters } from './request.ts';
import { seoHistorySettings } from './settings.ts';

const settings = readSettings(seoHistorySettings);
const history = createDomainHistory(createDocumentClient(createDynamoDB()), settings.DOMAIN_HISTORY_TABLE);
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const parameters = historyParameters((host) => overrides.find(host) !== null);

/** `GET /api/v1/seo/history`: snapshots of a domain, as JSON or CSV. Nothing is fetched for it. */
export const handler = endpoint(async (event) => {
  const { format, ...request } = readParameters(event, parameters);
  const answer = await readHistory(request, { history, now: Date.now });
  const name = ['history', answer.domain, answer.range];
  return jsonOrCsv(event, { format, name, json: () => JSON.stringify(answer), csv: () => historyTable(answer) });
}, settings);
