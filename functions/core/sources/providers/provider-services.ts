import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { createDailyBudget, type DailyBudget } from './daily-budget.ts';
import { createProviderRateLimit } from '../../platform/rate-limit.ts';
import { userAgent } from '../../platform/network/user-agent.ts';
import type { FetchMode } from './fetch-source.ts';
import type { SourceKeys } from './keys.ts';
import {
  createHalfRateLimit,
  createOwnerRateLimit,
  createProviderClient,
  createRateLimitedClient,
  type ProviderClient,
} from './provider-client.ts';
import { createKeyReader, createSourceSettings, type SourceSettings } from './source-settings.ts';
import { BACKGROUND_SLOT_MS, BATCH_SLOT_MS, INLINE_SLOT_MS } from '../limits.ts';
import type { ProviderSettings } from '../settings.ts';

/** Dependencies of requests to providers. */
export interface ProviderServices {
  http: Record<FetchMode, ProviderClient>;
  settings: SourceSettings;
  budget: DailyBudget;
  readKeys: () => Promise<SourceKeys>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Creates the dependencies of requests to providers from the settings. */
export function createProviderServices(db: DynamoDB, settings: ProviderSettings): ProviderServices {
  const now = Date.now;
  const { COORDINATION_TABLE, CRAWLER_CONTACT_URL, DAILY_BUDGET_USD, SOURCE_KEYS_PREFIX } = settings;
  const rateLimit = createProviderRateLimit(db, COORDINATION_TABLE, now);
  const http = createProviderClient(userAgent(CRAWLER_CONTACT_URL));
  return {
    http: {
      inline: createRateLimitedClient(http, createOwnerRateLimit(rateLimit, now), INLINE_SLOT_MS),
      background: createRateLimitedClient(http, rateLimit, BACKGROUND_SLOT_MS),
      batch: createRateLimitedClient(http, createHalfRateLimit(rateLimit, now), BATCH_SLOT_MS),
    },
    settings: createSourceSettings(settings),
    budget: createDailyBudget(db, COORDINATION_TABLE, DAILY_BUDGET_USD, now),
    readKeys: createKeyReader(SOURCE_KEYS_PREFIX, now),
    now,
  };
}
