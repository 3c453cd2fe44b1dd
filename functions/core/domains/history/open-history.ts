import type { Endpoint } from '../../platform/http/endpoint.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import { createDomainHistory } from '../store/domain-history.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { findHistory } from './find-history.ts';
import { respond } from './respond.ts';
import type { HistorySettings } from '../../platform/settings/settings.ts';

/** What answers with snapshots of a domain, as JSON or CSV. Nothing is fetched for it. */
export function openHistory(settings: HistorySettings): Endpoint {
  const db = openDynamoDB(settings);
  const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const services = {
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    now: Date.now,
    isReachable: (host: string) => overrides.find(host) !== null,
  };

  return async (event) => {
    const { found, ...form } = await findHistory(event, services);
    return respond(event, found, form);
  };
}
