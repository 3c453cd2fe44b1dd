import { createProviderClient } from '../../functions/core/sources/providers/provider-client.ts';
import { engineUrlSettings } from '../../functions/core/keywords/settings.ts';
import { providerSettings } from '../../functions/core/sources/settings.ts';
import { createSourceSettings } from '../../functions/core/sources/providers/source-settings.ts';
import { createDailyBudget } from '../../functions/core/sources/providers/daily-budget.ts';
import { createFetchLeases, createOnceMarkers } from '../../functions/core/platform/coordination.ts';
import { createKeywordIndex } from '../../functions/core/keywords/index/keyword-index.ts';
import { learnAgain } from '../../functions/core/keywords/suggestions/learn-again.ts';
import { createLearningRuns } from '../../functions/core/keywords/suggestions/learning-runs.ts';
import { createSuggestionCache } from '../../functions/core/keywords/suggestions/suggestion-cache.ts';
import type { WorkTask } from '../../functions/core/operations/work-tasks.ts';
import { requestOnce, type RequestOnceServices } from '../../functions/core/keywords/suggestions/request-once.ts';
import type { SuggestionRequest } from '../../functions/core/keywords/suggestions/find-suggestions.ts';
import type { SourceQuery } from '../../functions/core/keywords/suggestions/source-queries.ts';
import { startProviders } from '../../infra/sandbox/providers/server.ts';
import { coordinationTable, createTestTables } from './dynamodb.ts';
import { keywordsTable } from './keywords.ts';
import { settingsOf } from './settings.ts';

export interface SuggestionOptions {
  /** Environment of the function, such as `DISABLED_SOURCES`. */
  environment?: Record<string, string>;
  /** Whether the keys of the paid provider are set. */
  hasKeys?: boolean;
}

/** Creates the real stores with an embedded DynamoDB, the engines' fakes, and a queue that records its messages. */
export async function createTestSuggestionServices({ environment = {}, hasKeys = false }: SuggestionOptions = {}) {
  const [tables, providers] = await Promise.all([createTestTables(keywordsTable, coordinationTable), startProviders()]);
  const db = tables.db;
  const http = createProviderClient('search-metrics-test');
  const parsed = settingsOf({ ...providerSettings, ...engineUrlSettings }, { ...providers.urls, ...environment });
  const settings = createSourceSettings(parsed);
  const sent: WorkTask[] = [];
  const runs = createLearningRuns(db, keywordsTable.name, Date.now);
  const openedAt = Date.now();
  // With a fixed time, claims do not expire during a test.
  const claims = createOnceMarkers(db, coordinationTable.name, () => openedAt);
  const services: RequestOnceServices = {
    http: { inline: http, background: http, batch: http },
    settings,
    budget: createDailyBudget(db, coordinationTable.name, parsed.DAILY_BUDGET_USD, Date.now),
    readKeys: () => Promise.resolve(hasKeys ? providers.keys : {}),
    now: Date.now,
    suggestions: createSuggestionCache(db, keywordsTable.name),
    leases: createFetchLeases(db, coordinationTable.name, Date.now),
    runs,
    queue: {
      send: (task) => {
        sent.push(task);
        return Promise.resolve();
      },
    },
  };
  return {
    tables,
    db,
    providers,
    sent,
    services,
    index: createKeywordIndex(db, keywordsTable.name),
    /** Dependencies of the endpoints. */
    deps: {
      runs: createLearningRuns(db, keywordsTable.name, Date.now),
      suggestions: services.suggestions,
      disabled: settings.disabled,
      requestMissing: (request: SuggestionRequest, missing: SourceQuery[]) =>
        requestOnce({ ...request, owner: 'owner-1' }, missing, 9_000, services),
      learnAgain: (request: SuggestionRequest) =>
        learnAgain(request, { ...services, runs, claims, loadQueue: () => Promise.resolve(services.queue) }),
    },
    close: () => Promise.all([tables.close(), providers.close()]),
  };
}
