import type { Endpoint } from '../../http/endpoint.ts';
import { parseHostOverrides } from '../../network/host-overrides.ts';
import { createDomainHistory } from '../../storage/domain-history/domain-history.ts';
import { openDynamoDB } from '../../storage/dynamodb/open-dynamodb.ts';
import { findHistory } from './find-history.ts';
import { respond } from './respond.ts';
import type { HistorySettings } from '../../settings/settings.ts';

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
