import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requiredSetting } from '../settings.ts';
import { createDailyBudget, type DailyBudget } from '../storage/daily-budget.ts';
import { createProviderRateLimit } from '../storage/provider-rate-limit.ts';
import { userAgent } from '../network/network.ts';
import type { AskMode } from './ask-source.ts';
import type { SourceKeys } from './keys.ts';
import { createRateLimitedClient } from './rate-limited-client.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { createKeyReader } from './read-keys.ts';
import { readSourceSettings, type SourceSettings } from './source-settings.ts';
import { BACKGROUND_SLOT_MS, INLINE_SLOT_MS } from '../time/limits.ts';

/** What asking anybody outside takes. */
export interface AskingServices {
  http: Record<AskMode, ProviderClient>;
  settings: SourceSettings;
  budget: DailyBudget;
  readKeys: () => Promise<SourceKeys>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Puts it together from the environment. */
export function createAskingServices(documents: DynamoDBDocumentClient): AskingServices {
  const now = Date.now;
  const coordination = requiredSetting('COORDINATION_TABLE');
  const settings = readSourceSettings(process.env);
  const rateLimit = createProviderRateLimit(documents, coordination, now);
  const http = createProviderClient(userAgent(requiredSetting('CRAWLER_CONTACT_URL')));
  return {
    http: {
      inline: createRateLimitedClient(http, rateLimit, INLINE_SLOT_MS),
      background: createRateLimitedClient(http, rateLimit, BACKGROUND_SLOT_MS),
    },
    settings,
    budget: createDailyBudget(documents, coordination, settings.dailyBudgetUsd, now),
    readKeys: createKeyReader(requiredSetting('SOURCE_KEYS_PREFIX'), now),
    now,
  };
}
