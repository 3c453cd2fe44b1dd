import { createGatewayClient } from './gateway-keys/client.ts';
import { createGatewayKeys } from './gateway-keys/gateway-keys.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { requiredSetting } from '../shared/settings.ts';
import { createBackgroundRequests } from '../shared/storage/background-requests.ts';
import { createDocumentClient } from '../shared/storage/dynamodb/document-client.ts';
import { createDomainCache } from '../shared/storage/domain-cache/domain-cache.ts';
import { createDomainHistory } from '../shared/storage/domain-history/domain-history.ts';
import { createDomainList } from '../shared/storage/domain-schedule/domain-list.ts';
import { createDynamoDB } from '../shared/storage/dynamodb/client.ts';
import { createFetchLeases } from '../shared/storage/fetch-lease.ts';
import { createFollowCounts } from '../shared/storage/domain-schedule/follow-counts.ts';
import { createFollowedDomains } from '../shared/storage/domain-schedule/followed-domains.ts';
import { createDomainItems } from '../shared/storage/domain-items.ts';
import { createQueueOperations } from '../shared/storage/queue-operations.ts';
import { createScheduledSnapshots } from '../shared/storage/domain-history/scheduled-snapshots.ts';
import { readSpending } from '../shared/storage/daily-budget.ts';
import { createWorkQueue } from '../shared/storage/work-queue.ts';
import type { DomainServices } from './domain-routes.ts';
import type { KeyServices } from './key-routes.ts';
import type { OperationServices } from './operation-routes.ts';

export type BackOfficeServices = DomainServices & KeyServices & OperationServices;

/** Puts together, from the environment, what the interface works with. */
export function createServices(): BackOfficeServices {
  const client = createDynamoDB();
  const documents = createDocumentClient(client);
  const coordination = requiredSetting('COORDINATION_TABLE');
  const schedule = requiredSetting('DOMAIN_SCHEDULE_TABLE');
  const overrides = parseHostOverrides(process.env.RESOLVE_OVERRIDES ?? '');
  const tables = {
    cache: requiredSetting('DOMAIN_CACHE_TABLE'),
    history: requiredSetting('DOMAIN_HISTORY_TABLE'),
    keywords: requiredSetting('KEYWORDS_TABLE'),
  };
  const requests = createBackgroundRequests(documents, coordination);
  return {
    keys: createGatewayKeys(createGatewayClient(), requiredSetting('STACK_NAME')),
    list: createDomainList(documents, schedule),
    cache: createDomainCache(client, tables.cache),
    history: createDomainHistory(documents, tables.history),
    snapshots: createScheduledSnapshots(documents, tables.history),
    followed: createFollowedDomains(documents, schedule, Number(requiredSetting('MAX_FOLLOWED_DOMAINS'))),
    counts: createFollowCounts(documents, schedule),
    domainItems: [...createDomainItems(client, tables), { forget: (domain) => requests.end(domain) }],
    leases: createFetchLeases(documents, coordination, Date.now),
    requests,
    spending: (days) => readSpending(documents, coordination, days),
    dailyBudgetUsd: Number(requiredSetting('DAILY_BUDGET_USD')),
    workQueue: createWorkQueue(requiredSetting('WORK_QUEUE_URL')),
    queue: createQueueOperations({
      queueUrl: requiredSetting('WORK_QUEUE_URL'),
      deadLettersUrl: requiredSetting('DEAD_LETTERS_URL'),
      deadLettersArn: requiredSetting('DEAD_LETTERS_ARN'),
    }),
    isReachable: (host) => overrides.find(host) !== null,
    now: Date.now,
  };
}
