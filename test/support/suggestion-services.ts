import { createProviderClient } from '../../functions/shared/providers/provider-client.ts';
import { engineUrls, providerSettings } from '../../functions/shared/settings/settings.ts';
import { createSourceSettings } from '../../functions/shared/providers/source-settings.ts';
import { createDailyBudget } from '../../functions/shared/storage/daily-budget.ts';
import { createFetchLeases } from '../../functions/shared/storage/fetch-lease.ts';
import { createKeywordIndex } from '../../functions/shared/storage/keyword-index/keyword-index.ts';
import { createLearningRuns } from '../../functions/shared/storage/learning-runs.ts';
import { createSuggestionCache } from '../../functions/shared/storage/suggestion-cache.ts';
import type { WorkTask } from '../../functions/shared/storage/work-queue.ts';
import { askOnce, type AskOnceServices } from '../../functions/shared/keyword-research/ask-once.ts';
import type { SuggestionRequest } from '../../functions/shared/keyword-research/find-suggestions.ts';
import type { Question } from '../../functions/shared/keyword-research/questions.ts';
import { startProviders } from '../../infra/sandbox/providers/providers.ts';
import { coordinationTable, openTables } from './dynamodb.ts';
import { keywordsTable } from './keywords.ts';
import { settingsOf } from './settings.ts';

export interface SuggestionOptions {
  /** Environment of the function, such as `DISABLED_SOURCES`. */
  environment?: Record<string, string>;
  /** Whether the keys of the paid provider are set. */
  hasKeys?: boolean;
}

/** The real stores with an embedded DynamoDB, the engines' stand-ins, and a queue that records its messages. */
export async function openSuggestionServices({ environment = {}, hasKeys = false }: SuggestionOptions = {}) {
  const [tables, providers] = await Promise.all([openTables(keywordsTable, coordinationTable), startProviders()]);
  const db = tables.db;
  const http = createProviderClient('search-metrics-test');
  const asking = settingsOf([...providerSettings, ...engineUrls], { ...providers.urls, ...environment });
  const settings = createSourceSettings(asking);
  const sent: WorkTask[] = [];
  const runs = createLearningRuns(db, keywordsTable.name, Date.now);
  const services: AskOnceServices = {
    http: { inline: http, background: http, batch: http },
    settings,
    budget: createDailyBudget(db, coordinationTable.name, asking.DAILY_BUDGET_USD, Date.now),
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
      sendBatch: () => Promise.resolve(),
    },
  };
  return {
    tables,
    db,
    providers,
    sent,
    services,
    index: createKeywordIndex(db, keywordsTable.name),
    /** As in the endpoints. */
    deps: {
      runs: createLearningRuns(db, keywordsTable.name, Date.now),
      suggestions: services.suggestions,
      disabled: settings.disabled,
      ask: (request: SuggestionRequest, missing: Question[]) => askOnce(request, missing, 9_000, services),
    },
    close: () => Promise.all([tables.close(), providers.close()]),
  };
}
