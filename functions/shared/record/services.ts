import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { parseHostOverrides } from '../network/host-overrides.ts';
import { createNetwork, userAgent } from '../network/network.ts';
import { requiredSetting } from '../settings.ts';
import { sources } from '../sources/index.ts';
import { createPoliteClient } from '../sources/polite-client.ts';
import { createProviderClient } from '../sources/provider-client.ts';
import { readSourceKeys } from '../sources/read-keys.ts';
import { readSourceSettings } from '../sources/source-settings.ts';
import { type Claims, createClaims } from '../storage/claims.ts';
import { createDailyBudget } from '../storage/daily-budget.ts';
import { createDocumentClient } from '../storage/document-client.ts';
import type { DomainCache } from '../storage/domain-cache.ts';
import { createDomainHistory } from '../storage/domain-history.ts';
import { createFetchLeases, type FetchLeases } from '../storage/fetch-lease.ts';
import { createFollowedDomains } from '../storage/followed-domains.ts';
import { createSharedValues } from '../storage/shared-values.ts';
import { createTurns } from '../storage/turns.ts';
import { createWorkQueue } from '../storage/work-queue.ts';
import type { RecordServices } from './refresh-record.ts';

/** Longest wait for a turn at a provider while a caller waits, and while none does. */
const INLINE_TURN_MS = 4_000;
const BACKGROUND_TURN_MS = 45_000;

interface Services extends RecordServices {
  leases: FetchLeases;
  claims: Claims;
  /** Whether a host is reached although its name is reserved. */
  isReachable: (host: string) => boolean;
}

interface Clients {
  client: DynamoDBClient;
  cache: DomainCache;
}

/** Puts together, from the environment, what fetching a record takes. */
export function createRecordServices({ client, cache }: Clients): Services {
  const now = Date.now;
  const documents = createDocumentClient(client);
  const coordination = requiredSetting('COORDINATION_TABLE');
  const settings = readSourceSettings(process.env);
  const overrides = parseHostOverrides(process.env.RESOLVE_OVERRIDES ?? '');
  const agent = userAgent(requiredSetting('CRAWLER_CONTACT_URL'));
  const turns = createTurns(documents, coordination, now);
  const http = createProviderClient(agent);
  const keysPrefix = requiredSetting('SOURCE_KEYS_PREFIX');
  return {
    cache,
    followed: createFollowedDomains(
      documents,
      requiredSetting('DOMAIN_SCHEDULE_TABLE'),
      Number(requiredSetting('MAX_FOLLOWED_DOMAINS')),
    ),
    history: createDomainHistory(documents, requiredSetting('DOMAIN_HISTORY_TABLE')),
    leases: createFetchLeases(documents, coordination, now),
    claims: createClaims(documents, coordination, now),
    queue: createWorkQueue(requiredSetting('WORK_QUEUE_URL')),
    budget: createDailyBudget(documents, coordination, settings.dailyBudgetUsd, now),
    shared: createSharedValues(documents, coordination, now),
    http: {
      inline: createPoliteClient(http, turns, INLINE_TURN_MS),
      background: createPoliteClient(http, turns, BACKGROUND_TURN_MS),
    },
    network: createNetwork({
      overrides,
      userAgent: agent,
      dnsServers: process.env.RESOLVE_DNS_SERVERS?.split(',') ?? [],
    }),
    sources,
    settings,
    readKeys: () => readSourceKeys(keysPrefix),
    isReachable: (host) => overrides.find(host) !== null,
    now,
  };
}
