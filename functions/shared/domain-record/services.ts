import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { parseHostOverrides } from '../network/host-overrides.ts';
import { createNetwork, userAgent } from '../network/network.ts';
import { createAskingServices } from '../providers/asking-services.ts';
import { sources } from '../sources/index.ts';
import { createThreadReader } from '../website/reader/thread-reader.ts';
import { createDocumentClient } from '../storage/dynamodb/document-client.ts';
import { createDomainHistory } from '../storage/domain-history/domain-history.ts';
import { createDomainCache } from '../storage/domain-cache/domain-cache.ts';
import { createDomainKeywords } from '../storage/domain-keywords.ts';
import { createFetchLeases } from '../storage/fetch-lease.ts';
import { createFollowedDomains } from '../storage/domain-schedule/followed-domains.ts';
import { createSharedCache } from '../storage/shared-cache.ts';
import { createQueryDays, type QueryDays } from '../storage/domain-schedule/query-days.ts';
import { sdkItemClient } from '../storage/dynamodb/client.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { RecordServices } from './record-services.ts';
import type { RecordSettings } from './settings.ts';

interface Services extends RecordServices {
  schedule: QueryDays;
  /** Whether a host is reached although its name is reserved. */
  isReachable: (host: string) => boolean;
}

/** Creates what fetching a record needs. */
export function createRecordServices(client: DynamoDBClient, settings: RecordSettings): Services {
  const now = Date.now;
  const documents = createDocumentClient(client);
  const { COORDINATION_TABLE: coordination, DOMAIN_SCHEDULE_TABLE, MAX_FOLLOWED_DOMAINS } = settings;
  const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  return {
    ...createAskingServices(documents, settings),
    cache: createDomainCache(client, settings.DOMAIN_CACHE_TABLE),
    schedule: createQueryDays(sdkItemClient(client), DOMAIN_SCHEDULE_TABLE),
    followed: createFollowedDomains(documents, DOMAIN_SCHEDULE_TABLE, MAX_FOLLOWED_DOMAINS),
    history: createDomainHistory(documents, settings.DOMAIN_HISTORY_TABLE),
    leases: createFetchLeases(documents, coordination, now),
    domainKeywords: createDomainKeywords(documents, settings.KEYWORDS_TABLE),
    queue: createWorkQueue(settings.WORK_QUEUE_URL),
    shared: createSharedCache(documents, coordination, now),
    network: createNetwork({
      overrides,
      userAgent: userAgent(settings.CRAWLER_CONTACT_URL),
      dnsServers: [...settings.RESOLVE_DNS_SERVERS],
    }),
    reader: createThreadReader(),
    sources,
    isReachable: (host) => overrides.find(host) !== null,
  };
}
