import { createCachedEndpoint } from '../../platform/http/cached-endpoint.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { storedQuery } from '../../platform/http/stored-query.ts';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import type { HistorySettings } from '../settings.ts';
import { createDomainHistory } from '../store/domain-history.ts';
import { type HistoryServices, readHistory } from './read-history.ts';
import { historyParameters } from './request.ts';
import { respond } from './respond.ts';

/** Creates the endpoint of the history: snapshots of a domain, as JSON or CSV. It fetches no data. */
export function createHistoryEndpoint(settings: HistorySettings): Endpoint {
  const db = createDynamoDB(settings);
  const services = {
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    now: Date.now,
    isReachable: parseHostOverrides(settings.RESOLVE_OVERRIDES).has,
  };
  return createCachedEndpoint({
    ...historyQuery(services),
    respond: (event, { request, found }) => respond(event, found, request),
  });
}

interface Services extends HistoryServices {
  /** Hosts that are accepted although their names are reserved. */
  isReachable: (host: string) => boolean;
}

/** Creates the query of the requested part of a history. */
export function historyQuery({ isReachable, ...services }: Services) {
  return storedQuery({
    parameters: historyParameters,
    find: (request) => readHistory(request, services),
    isStored: ({ count }) => count > 0,
    isReachable,
  });
}
