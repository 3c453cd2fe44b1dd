import { endpoint } from '../shared/http/endpoint.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { createDocumentReader } from '../shared/storage/dynamodb/document-reader.ts';
import { openDynamoDB } from '../shared/storage/dynamodb/open-dynamodb.ts';
import { createHistoryReader } from '../shared/storage/domain-history/history-reader.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { findHistory } from './find-history.ts';
import { respond } from './respond.ts';
import { seoHistorySettings } from './settings.ts';

const settings = readSettings(seoHistorySettings);
const { items } = openDynamoDB(settings);
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const services = {
  history: createHistoryReader(createDocumentReader(items), settings.DOMAIN_HISTORY_TABLE),
  now: Date.now,
  isReachable: (host: string) => overrides.find(host) !== null,
};

/** `GET /api/v1/seo/history`: snapshots of a domain, as JSON or CSV. Nothing is fetched for it. */
export const handler = endpoint(async (event) => {
  const { found, ...form } = await findHistory(event, services);
  return respond(event, found, form);
}, settings);
