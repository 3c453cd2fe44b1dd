import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { parseHostOverrides } from '../network/host-overrides.ts';
import { createNetwork, userAgent } from '../network/network.ts';
import { createAskingServices } from '../providers/asking-services.ts';
import { sources } from '../sources/index.ts';
import { createSiteTurns } from '../sources/site/site-turns.ts';
import { createProviderRateLimit } from '../storage/provider-rate-limit.ts';
import { BACKGROUND_SLOT_MS, BATCH_SLOT_MS, INLINE_SLOT_MS } from '../time/limits.ts';
import { createAddressSlots } from '../storage/address-slots.ts';
import { createMissingDomains } from '../storage/missing-domains.ts';
import type { ExistenceServices } from './existence.ts';
import { createThreadReader } from '../website/reader/thread-reader.ts';
import { createDocumentClient } from '../storage/dynamodb/document-client.ts';
import { createDomainHistory, type DomainHistory } from '../storage/domain-history/domain-history.ts';
import { createDomainCache, type DomainCache } from '../storage/domain-cache/domain-cache.ts';
import { createDomainKeywords, type DomainKeywordLists } from '../storage/domain-keywords/domain-keywords.ts';
import { createFetchLeases, type FetchLeases } from '../storage/fetch-lease.ts';
import { createDomainList, type DomainList } from '../storage/domain-schedule/domain-list.ts';
import { createFollowedDomains, type FollowedDomains } from '../storage/domain-schedule/followed-domains.ts';
import { createSharedCache } from '../storage/shared-cache.ts';
import { createQueryDays, type QueryDays } from '../storage/domain-schedule/query-days.ts';
import { sdkItemClient } from '../storage/dynamodb/client.ts';
import { createWorkQueue, type WorkQueue } from '../storage/work-queue.ts';
import type { RecordSettings } from './settings.ts';

/** What fetching a record needs. */
export interface RecordServices extends ExistenceServices {
  cache: DomainCache;
  history: DomainHistory;
  followed: FollowedDomains;
  list: Pick<DomainList, 'add'>;
  domainKeywords: DomainKeywordLists;
  leases: FetchLeases;
  queue: WorkQueue;
}

interface Services extends RecordServices {
  schedule: QueryDays;
  /** Whether a host is reached although its name is reserved. */
  isReachable: (host: string) => boolean;
}

/** Creates it from the settings. */
export function createRecordServices(client: DynamoDBClient, settings: RecordSettings): Services {
  const now = Date.now;
  const documents = createDocumentClient(client);
  const { COORDINATION_TABLE: coordination, DOMAIN_SCHEDULE_TABLE, MAX_FOLLOWED_DOMAINS } = settings;
  const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const rateLimit = createProviderRateLimit(documents, coordination, now);
  const network = createNetwork({
    overrides,
    userAgent: userAgent(settings.CRAWLER_CONTACT_URL),
    dnsServers: [...settings.RESOLVE_DNS_SERVERS],
    slots: createAddressSlots(sdkItemClient(client), coordination, now),
  });
  return {
    ...createAskingServices(documents, settings),
    cache: createDomainCache(client, settings.DOMAIN_CACHE_TABLE),
    schedule: createQueryDays(sdkItemClient(client), DOMAIN_SCHEDULE_TABLE),
    followed: createFollowedDomains(documents, DOMAIN_SCHEDULE_TABLE, MAX_FOLLOWED_DOMAINS),
    list: createDomainList(documents, DOMAIN_SCHEDULE_TABLE),
    history: createDomainHistory(documents, settings.DOMAIN_HISTORY_TABLE),
    missing: createMissingDomains(documents, coordination, now),
    leases: createFetchLeases(documents, coordination, now),
    domainKeywords: createDomainKeywords(documents, settings.KEYWORDS_TABLE),
    queue: createWorkQueue(settings),
    shared: createSharedCache(documents, coordination, now),
    network,
    siteTurns: {
      inline: createSiteTurns(rateLimit, INLINE_SLOT_MS, network.isOverridden),
      background: createSiteTurns(rateLimit, BACKGROUND_SLOT_MS, network.isOverridden),
      batch: createSiteTurns(rateLimit, BATCH_SLOT_MS, network.isOverridden),
    },
    reader: createThreadReader(),
    sources,
    isReachable: (host) => overrides.find(host) !== null,
  };
}
