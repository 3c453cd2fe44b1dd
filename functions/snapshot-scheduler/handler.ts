import type { Context } from 'aws-lambda';
import { parseHostOverrides } from '../core/platform/network/host-overrides.ts';
import { createDomainList } from '../core/domains/schedule/domain-list.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { createFetchLeases } from '../core/platform/coordination.ts';
import { createFollowCounts, createFollowedDomains } from '../core/domains/schedule/followed-domains.ts';
import { createBatchQueue, createCompletionQueue } from '../core/batches/tasks.ts';
import { createCrawlQueue } from '../core/crawls/tasks.ts';
import { createDomainQueue } from '../core/domains/tasks.ts';
import { createDomainItems } from '../core/deletion/delete-domain.ts';
import { createCrawlsInProgress } from '../core/crawls/store/crawls-in-progress.ts';
import { createBatches } from '../core/batches/store/batches.ts';
import { createBatchesInProgress } from '../core/batches/store/batches-in-progress.ts';
import { createSiteCrawls } from '../core/crawls/store/site-crawls.ts';
import { isCommand, performCommand } from '../core/deletion/operator-command.ts';
import { resumeBatches } from '../core/batches/resume-batches.ts';
import { resumeCrawls } from '../core/crawls/resume-crawls.ts';
import { scheduleSnapshots } from '../core/domains/schedule/schedule-snapshots.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createSdkDynamoDB();
const tables = {
  cache: settings.DOMAIN_CACHE_TABLE,
  history: settings.DOMAIN_HISTORY_TABLE,
  keywords: settings.KEYWORDS_TABLE,
  coordination: settings.COORDINATION_TABLE,
  batches: settings.BATCHES_TABLE,
  pages: settings.PAGES_TABLE,
  siteCrawls: settings.SITE_CRAWLS_TABLE,
  operations: settings.OPERATIONS_TABLE,
  watches: settings.WATCHES_TABLE,
};
const services = {
  followed: createFollowedDomains(db, settings.DOMAIN_SCHEDULE_TABLE, settings.MAX_FOLLOWED_DOMAINS),
  list: createDomainList(db, settings.DOMAIN_SCHEDULE_TABLE),
  leases: createFetchLeases(db, settings.COORDINATION_TABLE, Date.now),
  queue: createDomainQueue(settings),
  crawls: createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now),
  crawlsInProgress: createCrawlsInProgress(db, settings.SITE_CRAWLS_TABLE),
  crawlQueue: createCrawlQueue(settings),
  batchQueue: createBatchQueue(settings),
  completionQueue: createCompletionQueue(settings),
  batches: createBatches(db, settings.BATCHES_TABLE, Date.now),
  batchesInProgress: createBatchesInProgress(db, settings.BATCHES_TABLE, Date.now),
  domainItems: createDomainItems(db, tables),
  isReachable: parseHostOverrides(settings.RESOLVE_OVERRIDES).has,
  now: Date.now,
};

/**
 * Runs every ten minutes: sends the messages of due snapshots, and again those of crawls and batches whose messages were
 * lost. Performs an operator's command instead if the event contains one.
 */
export const handler = async (event: object | null, context: Context): Promise<object> => {
  if (event && isCommand(event)) return performCommand(event, services);
  const runs = [
    scheduleSnapshots({ ...services, remainingMs: () => context.getRemainingTimeInMillis() }),
    resumeCrawls(services),
    resumeBatches(services),
  ] as const;
  // A failure does not prevent the other runs.
  await Promise.allSettled(runs);
  const [snapshots, crawls, batches] = await Promise.all(runs);
  const result = { ...snapshots, crawls, batches };
  console.log(JSON.stringify({ level: 'INFO', message: 'snapshots scheduled', ...result }));
  await createFollowCounts(db, settings.DOMAIN_SCHEDULE_TABLE).recount(services.now());
  return result;
};
