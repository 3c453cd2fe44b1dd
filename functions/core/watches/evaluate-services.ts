import { createAllowances } from '../accounts/allowances.ts';
import { createCrawlQueue } from '../crawls/tasks.ts';
import { createPendingDeliveries } from '../deliveries/deliveries.ts';
import { createDomainList } from '../domains/schedule/domain-list.ts';
import { createQueryDays } from '../domains/schedule/query-days.ts';
import { createScheduledSnapshots } from '../domains/store/domain-history.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { SiteCrawlerSettings, SnapshotWorkerSettings } from './settings.ts';
import type { AnnounceServices } from './announce-crawl.ts';
import type { EvaluateServices } from './evaluate-snapshots.ts';
import { createWatchEvents } from './store/events.ts';
import { createTimeline } from './store/timeline.ts';
import { createWatches } from './store/watches.ts';

/** Creates the dependencies of announcing ended crawls from the settings. */
export function createAnnounceServices(
  db: DynamoDB,
  settings: Pick<
    SiteCrawlerSettings,
    'WATCHES_TABLE' | 'DELIVERY_QUEUE_URL' | 'MAIL_DELAY_SECONDS' | 'CRAWL_QUEUE_URL' | 'DOMAIN_SCHEDULE_TABLE'
  >,
) {
  const { WATCHES_TABLE: table, DOMAIN_SCHEDULE_TABLE: schedule } = settings;
  return {
    watches: createWatches(db, table, Date.now),
    events: createWatchEvents(db, table, Date.now),
    timeline: createTimeline(db, table, Date.now),
    deliveries: createPendingDeliveries(db, settings),
    list: createDomainList(db, schedule),
    queue: createCrawlQueue(settings),
  } satisfies AnnounceServices;
}

/** Creates the dependencies of evaluating snapshots from the settings. */
export function createEvaluateServices(db: DynamoDB, settings: SnapshotWorkerSettings): EvaluateServices {
  const { DOMAIN_SCHEDULE_TABLE: schedule, COORDINATION_TABLE: coordination } = settings;
  return {
    ...createAnnounceServices(db, settings),
    snapshots: createScheduledSnapshots(db, settings.DOMAIN_HISTORY_TABLE),
    allowances: createAllowances(db, coordination, Date.now),
    schedule: createQueryDays(db, schedule),
    now: Date.now,
  };
}
