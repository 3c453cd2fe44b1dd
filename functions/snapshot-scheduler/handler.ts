import type { Context } from 'aws-lambda';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { createDomainList } from '../shared/storage/domain-schedule/domain-list.ts';
import { readSettings, snapshotSchedulerSettings } from '../shared/settings/settings.ts';
import { createFetchLeases } from '../shared/storage/fetch-lease.ts';
import { createFollowCounts } from '../shared/storage/domain-schedule/follow-counts.ts';
import { createFollowedDomains } from '../shared/storage/domain-schedule/followed-domains.ts';
import { createCrawlQueue } from '../shared/storage/crawl-queue.ts';
import { createDomainItems } from '../shared/storage/domain-items.ts';
import { createOpenCrawls } from '../shared/storage/site-crawls/open-crawls.ts';
import { createBatches } from '../shared/storage/batches/batches.ts';
import { createOpenBatches } from '../shared/storage/batches/open-batches.ts';
import { createSiteCrawls } from '../shared/storage/site-crawls/site-crawls.ts';
import { createWorkQueue } from '../shared/storage/work-queue.ts';
import { isCommand, performCommand } from './operator-command.ts';
import { resumeBatches } from './resume-batches.ts';
import { resumeCrawls } from './resume-crawls.ts';
import { scheduleSnapshots } from './schedule-snapshots.ts';
import { createSdkDynamoDB } from '../shared/storage/dynamodb/sdk-client.ts';

const settings = readSettings(snapshotSchedulerSettings);
const db = createSdkDynamoDB();
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const tables = {
  cache: settings.DOMAIN_CACHE_TABLE,
  history: settings.DOMAIN_HISTORY_TABLE,
  keywords: settings.KEYWORDS_TABLE,
  coordination: settings.COORDINATION_TABLE,
  batches: settings.BATCHES_TABLE,
  pages: settings.PAGES_TABLE,
  siteCrawls: settings.SITE_CRAWLS_TABLE,
  operations: settings.OPERATIONS_TABLE,
};
const services = {
  followed: createFollowedDomains(db, settings.DOMAIN_SCHEDULE_TABLE, settings.MAX_FOLLOWED_DOMAINS),
  list: createDomainList(db, settings.DOMAIN_SCHEDULE_TABLE),
  leases: createFetchLeases(db, settings.COORDINATION_TABLE, Date.now),
  queue: createWorkQueue(settings),
  crawls: createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now),
  openCrawls: createOpenCrawls(db, settings.SITE_CRAWLS_TABLE),
  crawlQueue: createCrawlQueue(settings),
  batches: createBatches(db, settings.BATCHES_TABLE, Date.now),
  openBatches: createOpenBatches(db, settings.COORDINATION_TABLE, Date.now),
  domainItems: createDomainItems(db, tables),
  isReachable: (host: string) => overrides.find(host) !== null,
  now: Date.now,
};

/**
 * Every ten minutes: sends due snapshots to the worker, and crawls and batches whose messages were lost to their
 * functions. Or performs the operator's command in the event.
 */
export const handler = async (event: object | null, context: Context): Promise<object> => {
  if (event && isCommand(event)) return performCommand(event, services);
  const runs = [
    scheduleSnapshots({ ...services, remainingMs: () => context.getRemainingTimeInMillis() }),
    resumeCrawls(services),
    resumeBatches(services),
  ] as const;
  // What fails keeps none of the others from being done.
  await Promise.allSettled(runs);
  const [snapshots, crawls, batches] = await Promise.all(runs);
  const result = { ...snapshots, crawls, batches };
  console.log(JSON.stringify({ level: 'INFO', message: 'snapshots scheduled', ...result }));
  await createFollowCounts(db, settings.DOMAIN_SCHEDULE_TABLE).recount(services.now());
  return result;
};
