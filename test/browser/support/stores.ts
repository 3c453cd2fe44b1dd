import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import { createDomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { createFollowedDomains } from '../../../functions/core/domains/schedule/followed-domains.ts';
import { createDomainCache } from '../../../functions/core/domains/store/domain-cache.ts';
import { createDomainHistory, createScheduledSnapshots } from '../../../functions/core/domains/store/domain-history.ts';
import { createMissingDomains } from '../../../functions/core/domains/store/missing-domains.ts';
import { createFailedJobs } from '../../../functions/core/operations/failed-jobs.ts';
import { createFetchLeases } from '../../../functions/core/platform/coordination.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createBackgroundRequests } from '../../../functions/core/sources/providers/background-requests.ts';
import { cacheTable, coordinationTable, historyTable, operationsTable, scheduleTable } from '../../support/dynamodb.ts';

export type Stores = ReturnType<typeof openStores>;

/** Opens the stores that the service's background work writes. */
export function openStores(db: DynamoDB) {
  const [schedule, coordination] = [scheduleTable.name, coordinationTable.name];
  return {
    db,
    cache: createDomainCache(db, cacheTable.name),
    history: createDomainHistory(db, historyTable.name),
    snapshots: createScheduledSnapshots(db, historyTable.name),
    list: createDomainList(db, schedule),
    followed: createFollowedDomains(db, schedule, 100),
    leases: createFetchLeases(db, coordination, Date.now),
    requests: createBackgroundRequests(db, coordination),
    missing: createMissingDomains(db, coordination, Date.now),
    allowances: createAllowances(db, coordination, Date.now),
    failedJobs: createFailedJobs(db, operationsTable.name, Date.now),
  };
}
