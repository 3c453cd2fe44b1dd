import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDailyBudget, type DailyBudget } from '../storage/daily-budget.ts';
import { createTurns } from '../storage/turns.ts';
import { userAgent } from '../network/network.ts';
import type { Patience } from './ask-source.ts';
import type { SourceKeys } from './keys.ts';
import { createPoliteClient } from './polite-client.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { createKeyReader } from './read-keys.ts';
import type { AskingSettings } from './settings.ts';
import { createSourceSettings, type SourceSettings } from './source-settings.ts';

/** Longest wait for a turn at a provider while a caller waits, and while none does. */
const INLINE_TURN_MS = 4_000;
const BACKGROUND_TURN_MS = 45_000;

/** What asking anybody outside takes. */
export interface AskingServices {
  http: Record<Patience, ProviderClient>;
  settings: SourceSettings;
  budget: DailyBudget;
  readKeys: () => Promise<SourceKeys>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Puts it together from the settings. */
export function createAskingServices(documents: DynamoDBDocumentClient, settings: AskingSettings): AskingServices {
  const now = Date.now;
  const { COORDINATION_TABLE, CRAWLER_CONTACT_URL, DAILY_BUDGET_USD, SOURCE_KEYS_PREFIX } = settings;
  const turns = createTurns(documents, COORDINATION_TABLE, now);
  const http = createProviderClient(userAgent(CRAWLER_CONTACT_URL));
  return {
    http: {
      inline: createPoliteClient(http, turns, INLINE_TURN_MS),
      background: createPoliteClient(http, turns, BACKGROUND_TURN_MS),
    },
    settings: createSourceSettings(settings),
    budget: createDailyBudget(documents, COORDINATION_TABLE, DAILY_BUDGET_USD, now),
    readKeys: createKeyReader(SOURCE_KEYS_PREFIX, now),
    now,
  };
}
