import { allowanceOf } from '../accounts/allowances.ts';
import { keyCaller, OPERATOR } from '../accounts/batch-caller.ts';
import { createAllowanceServices, fetchAllowance } from '../accounts/fetch-allowance.ts';
import { sealCredentials } from '../crawls/credentials/credentials.ts';
import { requireAnyProof } from '../crawls/require-proof.ts';
import { createVerifications } from '../crawls/store/verifications.ts';
import { createDomainList } from '../domains/schedule/domain-list.ts';
import { createFollowedDomains } from '../domains/schedule/followed-domains.ts';
import { createQueryDays } from '../domains/schedule/query-days.ts';
import { createDeliveryOutcomes } from '../deliveries/delivery-outcomes.ts';
import { createTestServices } from '../deliveries/deliver-services.ts';
import { createSdkDynamoDB } from '../platform/dynamodb/sdk-client.ts';
import { type ApiCaller, apiCallerOf } from '../platform/http/caller.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { success } from '../platform/http/envelope.ts';
import { findRoute } from '../platform/http/routes.ts';
import { domainParameter } from '../platform/names/address-parameters.ts';
import { parseHostOverrides } from '../platform/network/host-overrides.ts';
import type { WatchesSettings } from './settings.ts';
import { type WatchCallServices, watchRoutes } from './watch-routes.ts';
import type { WatchOwner } from './manage-watches.ts';
import { createWatchEvents } from './store/events.ts';
import { createOwnerSecrets } from './store/owner-secret.ts';
import { createWatches } from './store/watches.ts';

/** Creates the endpoint of watches. It serves all paths below `/api/v1/seo/watches`. */
export function createWatchesEndpoint(settings: WatchesSettings): Endpoint {
  const db = createSdkDynamoDB();
  const now = Date.now;
  const { WATCHES_TABLE: table, DOMAIN_SCHEDULE_TABLE: scheduleTable, MAX_FOLLOWED_DOMAINS: maxFollowed } = settings;
  const { has: isReachable } = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const allowances = createAllowanceServices({ db, settings, isReachable });
  const verifications = createVerifications(db, settings.SITE_CRAWLS_TABLE, now);
  const services: WatchCallServices = {
    watches: createWatches(db, table, now),
    events: createWatchEvents(db, table, now),
    outcomes: createDeliveryOutcomes(db, table),
    ownerSecrets: createOwnerSecrets(db, table, now),
    followed: createFollowedDomains(db, scheduleTable, maxFollowed),
    list: createDomainList(db, scheduleTable),
    schedule: createQueryDays(db, scheduleTable),
    sending: createTestServices(db, settings),
    async sealCredentials(credentials, of) {
      await requireAnyProof(of.domain, of.owner, { verifications });
      return sealCredentials(credentials, of, settings);
    },
    body: { domain: domainParameter(isReachable), maxPages: settings.MAX_CRAWL_PAGES, isReachable },
    maxFollowed,
    now,
  };

  return async (event) => {
    const { route, params } = findRoute(watchRoutes, event.httpMethod, event.pathParameters?.proxy ?? '');
    const owner = await ownerOf(apiCallerOf(event));
    const { status = 200, data } = await route.handle({ event, params, owner }, services);
    return success(event, JSON.stringify(data), status);
  };

  async function ownerOf(caller: ApiCaller): Promise<WatchOwner> {
    if (caller.keyId === null) {
      const unlimited = () => Promise.resolve();
      return {
        id: OPERATOR,
        most: null,
        limits: null,
        takeDomains: unlimited,
        returnDomains: unlimited,
      };
    }
    const id = await keyCaller(caller, allowances).owner();
    const { domains, pages, watches } = allowanceOf(await allowances.holders.find(caller.keyId), allowances.plans);
    const allowance = fetchAllowance(caller, allowances);
    return {
      id,
      most: watches,
      limits: { domains, pages },
      takeDomains: (names) => allowance.takeDomains(names),
      returnDomains: (names) => allowance.returnDomains(names),
    };
  }
}
