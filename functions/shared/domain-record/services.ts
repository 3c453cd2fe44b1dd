import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { parseHostOverrides } from '../network/host-overrides.ts';
import { createNetwork, userAgent } from '../network/network.ts';
import { requiredSetting } from '../settings.ts';
import { createAskingServices } from '../providers/asking-services.ts';
import { sources } from '../sources/index.ts';
import { createThreadReader } from '../website/reader/thread-reader.ts';
import { type OnceMarkers, createOnceMarkers } from '../storage/once-markers.ts';
import { createDocumentClient } from '../storage/dynamodb/document-client.ts';
import type { DomainCache } from '../storage/domain-cache/domain-cache.ts';
import { createDomainHistory } from '../storage/domain-history/domain-history.ts';
import { createDomainKeywords } from '../storage/domain-keywords.ts';
import { createFetchLeases } from '../storage/fetch-lease.ts';
import { createFollowedDomains } from '../storage/domain-schedule/followed-domains.ts';
import { createSharedCache } from '../storage/shared-cache.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { RecordServices } from './record-services.ts';

interface Services extends RecordServices {
  claims: OnceMarkers;
  /** Whether a host is reached although its name is reserved. */
  isReachable: (host: string) => boolean;
}

interface Clients {
  client: DynamoDBClient;
  cache: DomainCache;
}

/** Creates what fetching a record needs, from the environment. */
export function createRecordServices({ client, cache }: Clients): Services {
  const now = Date.now;
  const documents = createDocumentClient(client);
  const coordination = requiredSetting('COORDINATION_TABLE');
  const overrides = parseHostOverrides(process.env.RESOLVE_OVERRIDES ?? '');
  const agent = userAgent(requiredSetting('CRAWLER_CONTACT_URL'));
  return {
    ...createAskingServices(documents),
    cache,
    followed: createFollowedDomains(
      documents,
      requiredSetting('DOMAIN_SCHEDULE_TABLE'),
      Number(requiredSetting('MAX_FOLLOWED_DOMAINS')),
    ),
    history: createDomainHistory(documents, requiredSetting('DOMAIN_HISTORY_TABLE')),
    leases: createFetchLeases(documents, coordination, now),
    claims: createOnceMarkers(documents, coordination, now),
    domainKeywords: createDomainKeywords(documents, requiredSetting('KEYWORDS_TABLE')),
    queue: createWorkQueue(requiredSetting('WORK_QUEUE_URL')),
    shared: createSharedCache(documents, coordination, now),
    network: createNetwork({
      overrides,
      userAgent: agent,
      dnsServers: process.env.RESOLVE_DNS_SERVERS?.split(',') ?? [],
    }),
    reader: createThreadReader(),
    sources,
    isReachable: (host) => overrides.find(host) !== null,
  };
}
