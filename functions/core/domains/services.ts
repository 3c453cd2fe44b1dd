import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { ExistenceServices } from './existence.ts';
import { createMissingDomains } from './store/missing-domains.ts';
import { createDomainHistory, type DomainHistory } from './store/domain-history.ts';
import { createDomainCache, type DomainCache } from './store/domain-cache.ts';
import { createDomainKeywords, type DomainKeywordLists } from './store/domain-keywords.ts';
import { createFetchLeases, type FetchLeases } from '../platform/coordination.ts';
import { createDomainList, type DomainList } from './schedule/domain-list.ts';
import { createFollowedDomains, type FollowedDomains } from './schedule/followed-domains.ts';
import { createQueryDays } from './schedule/query-days.ts';
import { createDomainQueue, type DomainQueue } from './tasks.ts';
import type { RecordSettings, SiteFetchSettings } from './settings.ts';
import { parseHostOverrides } from '../platform/network/host-overrides.ts';
import { createNetwork } from '../platform/network/network.ts';
import { userAgent } from '../platform/network/user-agent.ts';
import { createProviderServices } from '../sources/providers/provider-services.ts';
import { sources } from '../sources/index.ts';
import { createSiteSlots } from '../sources/site/site-requests.ts';
import { createAddressSlots } from '../sources/site-slots.ts';
import { createProviderRateLimit } from '../platform/rate-limit.ts';
import { createSharedCache } from '../sources/providers/shared-cache.ts';
import { BACKGROUND_SLOT_MS, BATCH_SLOT_MS, INLINE_SLOT_MS } from '../sources/limits.ts';
import { createThreadReader } from '../analysis/reader/thread-reader.ts';

/** Dependencies of fetching a record. */
export interface RecordServices extends ExistenceServices {
  cache: DomainCache;
  history: DomainHistory;
  followed: FollowedDomains;
  list: Pick<DomainList, 'add' | 'writeRow'>;
  domainKeywords: DomainKeywordLists;
  leases: FetchLeases;
  queue: DomainQueue;
}

/** Creates the dependencies of fetching a record from the settings. */
export function createRecordServices(db: DynamoDB, settings: RecordSettings) {
  const { DOMAIN_SCHEDULE_TABLE } = settings;
  return {
    ...createSiteFetchServices(db, settings),
    cache: createDomainCache(db, settings.DOMAIN_CACHE_TABLE),
    schedule: createQueryDays(db, DOMAIN_SCHEDULE_TABLE),
    list: createDomainList(db, DOMAIN_SCHEDULE_TABLE),
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    domainKeywords: createDomainKeywords(db, settings.KEYWORDS_TABLE),
    queue: createDomainQueue(settings),
  };
}

/** Creates the dependencies of requests to sites and of the check that a domain exists from the settings. */
export function createSiteFetchServices(db: DynamoDB, settings: SiteFetchSettings) {
  const now = Date.now;
  const { COORDINATION_TABLE: coordination, DOMAIN_SCHEDULE_TABLE, MAX_FOLLOWED_DOMAINS } = settings;
  const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const rateLimit = createProviderRateLimit(db, coordination, now);
  const network = createNetwork({
    overrides,
    userAgent: userAgent(settings.CRAWLER_CONTACT_URL),
    dnsServers: [...settings.RESOLVE_DNS_SERVERS],
    slots: createAddressSlots(db, coordination, now),
  });
  return {
    ...createProviderServices(db, settings),
    followed: createFollowedDomains(db, DOMAIN_SCHEDULE_TABLE, MAX_FOLLOWED_DOMAINS),
    missing: createMissingDomains(db, coordination, now),
    leases: createFetchLeases(db, coordination, now),
    shared: createSharedCache(db, coordination, now),
    rateLimit,
    network,
    siteSlots: {
      inline: createSiteSlots(rateLimit, INLINE_SLOT_MS, network.isOverridden),
      background: createSiteSlots(rateLimit, BACKGROUND_SLOT_MS, network.isOverridden),
      batch: createSiteSlots(rateLimit, BATCH_SLOT_MS, network.isOverridden),
    },
    reader: createThreadReader(),
    sources,
    /** Whether a host is accepted although its name is reserved. */
    isReachable: overrides.has,
  };
}
