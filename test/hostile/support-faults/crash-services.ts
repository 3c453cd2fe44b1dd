import { completeRecord } from '../../../functions/core/domains/complete-record.ts';
import { queryDomain } from '../../../functions/core/domains/fetch-domain.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { sources } from '../../../functions/core/sources/index.ts';
import {
  createProviderClient,
  createRateLimitedClient,
  type ProviderClient,
} from '../../../functions/core/sources/providers/provider-client.ts';
import type { Source } from '../../../functions/core/sources/source.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import { providerSettings, sourceUrlSettings } from '../../../functions/core/sources/settings.ts';
import { createSourceSettings } from '../../../functions/core/sources/providers/source-settings.ts';
import { createDailyBudget } from '../../../functions/core/sources/providers/daily-budget.ts';
import { createQueryDays } from '../../../functions/core/domains/schedule/query-days.ts';
import { createSharedCache } from '../../../functions/core/sources/providers/shared-cache.ts';
import { createProviderRateLimit } from '../../../functions/core/platform/rate-limit.ts';
import { startProviders } from '../../../infra/sandbox/providers/server.ts';
import { coordinationTable, historyTable, scheduleTable } from '../../support/dynamodb.ts';
import type { WithMiddleware } from '../../support/in-process-dynamodb.ts';
import { openRecordServices, scriptedSource } from '../../support/record-services.ts';
import { settingsOf } from '../../support/settings.ts';
import { externalCall } from './crash.ts';

/** The domain of the tests, known to all fakes. */
export const DOMAIN = 'shop.example';
/** Sources without a provider: the test returns their values. */
const direct = sources.filter(({ id, address }) => id !== 'site' && address === null);
const PROVIDER_MS = 4_000;

const SITE_DOWN: SourceAnswer = {
  status: 'error',
  error: { code: 'timeout', message: 'The host did not answer', retryable: true },
};

function siteAnswer(title: string): SourceAnswer {
  const page = { title, http_status: 200, final_url: `https://${DOMAIN}/`, links: { total: 3 } } as never;
  const keywords = [{ keyword: 'garden chair', language: 'en', score: 50 } as never];
  return { status: 'ok', http_status: 200, sections: { page, seo_score: 90 }, keywords };
}

/**
 * The services of a refresh, which can be killed at every external call: the real stores and rate limits with an
 * embedded DynamoDB, the real sources of providers with their fakes, and a site that the test controls. The clock
 * runs, and can be advanced.
 */
export async function openCrashServices() {
  let clockOffsetMs = Date.parse('2026-11-01T08:00:00Z') - Date.now();
  const now = () => Date.now() + clockOffsetMs;
  const providers = await startProviders({ now });
  const opened = await openRecordServices([]);
  const { db, tables, sent } = opened;
  Object.defineProperty(opened.clock, 'now', { get: now });
  killable(tables.db);

  let title: string | null = 'A page';
  const site = scriptedSource({
    id: 'site',
    fields: ['page', 'seo_score'],
    answer: () => (title === null ? SITE_DOWN : siteAnswer(title)),
  });
  const directSources = direct.map(({ id, fields }) =>
    scriptedSource({
      id,
      fields,
      answer: () => ({ status: 'ok', sections: Object.fromEntries(fields.map((path) => [path, {}])) }),
    }),
  );
  let waitLimit: { id: string; ms: number } | null = null;
  const limitOf = ({ id, inlineMs }: Source) => (id === waitLimit?.id ? waitLimit.ms : inlineMs);
  const allSources = [
    ...[site, ...directSources].map(killableSource),
    ...sources.filter(({ address }) => address !== null),
  ].map((source) => ({
    ...source,
    get inlineMs() {
      return limitOf(source);
    },
  }));

  const plain = createProviderClient('crash-test');
  const rateLimit = createProviderRateLimit(db, coordinationTable.name, now);
  const rateLimited = createRateLimitedClient(
    { request: (url, options) => externalCall(new URL(url).pathname, () => plain.request(url, options)) },
    rateLimit,
    PROVIDER_MS,
  );
  // Rate limits are applied as usual, but with an interval of 1 ms.
  const http: ProviderClient = {
    request: (url, options) =>
      rateLimited.request(url, { ...options, rateLimit: { ...options.rateLimit, intervalMs: 1 } }),
  };
  const settings = createSourceSettings(settingsOf({ ...providerSettings, ...sourceUrlSettings }, providers.urls));
  /** Creates the services of a new instance, without cached state. */
  const instance = () => ({
    ...opened.services,
    sources: allSources,
    http: { inline: http, background: http, batch: http },
    settings,
    readKeys: () => Promise.resolve(providers.keys),
    budget: createDailyBudget(db, coordinationTable.name, 1_000, now),
    shared: createSharedCache(db, coordinationTable.name, now),
    schedule: createQueryDays(tables.db, scheduleTable.name),
    queue: {
      send: (...message: Parameters<typeof opened.services.queue.send>) =>
        externalCall('SendMessage', () => opened.services.queue.send(...message)),
      sendBatch: (...message: Parameters<typeof opened.services.queue.sendBatch>) =>
        externalCall('SendMessageBatch', () => opened.services.queue.sendBatch(...message)),
    },
    now,
  });

  return {
    db,
    tables,
    sent,
    providers,
    instance,
    now,
    /** Sets the home page's title; `null`: the site does not answer. */
    setTitle: (next: string | null) => (title = next),
    /** Sets the time limit of a source in a refresh. */
    waitFor: (next: typeof waitLimit) => (waitLimit = next),
    advanceClock: (ms: number) => (clockOffsetMs += ms),
    query: (refresh: boolean) => queryDomain({ domain: DOMAIN, refresh, allowance: null }, instance()),
    /** Deletes everything stored of the domain, except for leases and the like. */
    async deleteDomain() {
      await opened.deleteItems(DOMAIN);
      await opened.services.followed.deleteDomain(DOMAIN);
      sent.length = 0;
    },
    async entry() {
      const stored = await opened.services.cache.read(DOMAIN, { consistent: true });
      return (
        stored && {
          updatedAt: stored.updatedAt,
          retryAt: stored.retryAt,
          record: JSON.parse(stored.recordJson) as DomainRecord,
        }
      );
    },
    async history() {
      const { Items } = await db.query({
        TableName: historyTable.name,
        KeyConditionExpression: '#domain = :domain',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':domain': DOMAIN },
      });
      return Items!;
    },
    /** The lease of a fetch that is running, or was killed. */
    lease: () => opened.services.leases.read(DOMAIN),
    async schedule() {
      const { Item } = await db.get({ TableName: scheduleTable.name, Key: { domain: DOMAIN } });
      return Item;
    },
    /** The worker processes its messages. */
    async completeAll() {
      for (const { task } of sent.splice(0)) {
        if (task.task === 'complete-record') await completeRecord(task, instance());
      }
    },
    close: async () => {
      await Promise.all([opened.close(), providers.close()]);
    },
  };
}

export type CrashServices = Awaited<ReturnType<typeof openCrashServices>>;

/** Makes each call of a client a possible crash point. */
export function killable({ middlewareStack }: WithMiddleware) {
  middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        externalCall(commandName, () => next(args)),
    { step: 'initialize', priority: 'high', name: 'crash' },
  );
}

function killableSource(source: Source): Source {
  const fetch: Source['fetch'] = (...parameters) => externalCall(source.id, () => source.fetch(...parameters));
  return { ...source, fetch };
}
