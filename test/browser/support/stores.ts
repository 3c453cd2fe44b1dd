import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import { createBatches } from '../../../functions/core/batches/store/batches.ts';
import { createBatchesInProgress } from '../../../functions/core/batches/store/batches-in-progress.ts';
import { createDomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { createFollowedDomains } from '../../../functions/core/domains/schedule/followed-domains.ts';
import { createDomainCache } from '../../../functions/core/domains/store/domain-cache.ts';
import { createDomainHistory, createScheduledSnapshots } from '../../../functions/core/domains/store/domain-history.ts';
import { createDomainKeywords } from '../../../functions/core/domains/store/domain-keywords.ts';
import { createMissingDomains } from '../../../functions/core/domains/store/missing-domains.ts';
import { createKeywordIndex } from '../../../functions/core/keywords/index/keyword-index.ts';
import { createLearningRuns } from '../../../functions/core/keywords/suggestions/learning-runs.ts';
import { createSuggestionCache } from '../../../functions/core/keywords/suggestions/suggestion-cache.ts';
import { createFailedJobs } from '../../../functions/core/operations/failed-jobs.ts';
import { createPages } from '../../../functions/core/pages/pages.ts';
import { createFetchLeases } from '../../../functions/core/platform/coordination.ts';
import { createTimeline } from '../../../functions/core/watches/store/timeline.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createBackgroundRequests } from '../../../functions/core/sources/providers/background-requests.ts';
import * as tables from '../../support/dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';

export type Stores = ReturnType<typeof createStores>;

/** Opens the stores of the prepared data. */
export function createStores(db: DynamoDB) {
  const [schedule, coordination] = [tables.scheduleTable.name, tables.coordinationTable.name];
  return {
    db,
    cache: createDomainCache(db, tables.cacheTable.name),
    history: createDomainHistory(db, tables.historyTable.name),
    snapshots: createScheduledSnapshots(db, tables.historyTable.name),
    list: createDomainList(db, schedule),
    followed: createFollowedDomains(db, schedule, 100),
    leases: createFetchLeases(db, coordination, Date.now),
    requests: createBackgroundRequests(db, coordination),
    missing: createMissingDomains(db, coordination, Date.now),
    allowances: createAllowances(db, coordination, Date.now),
    batches: createBatches(db, tables.batchesTable.name, Date.now),
    batchesInProgress: createBatchesInProgress(db, tables.batchesTable.name, Date.now),
    pages: createPages(db, tables.pagesTable.name, Date.now),
    suggestions: createSuggestionCache(db, keywordsTable.name),
    domainKeywords: createDomainKeywords(db, keywordsTable.name),
    index: createKeywordIndex(db, keywordsTable.name),
    runs: createLearningRuns(db, keywordsTable.name, Date.now),
    timeline: createTimeline(db, tables.watchesTable.name, Date.now),
    failedJobs: createFailedJobs(db, tables.operationsTable.name, Date.now),
  };
}
