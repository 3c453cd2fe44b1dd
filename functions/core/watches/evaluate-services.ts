import { createAllowances } from '../accounts/allowances.ts';
import { createReportQueue } from '../crawls/tasks.ts';
import { createPendingDeliveries } from '../deliveries/deliveries.ts';
import { createDomainList } from '../domains/schedule/domain-list.ts';
import { createQueryDays } from '../domains/schedule/query-days.ts';
import { createScheduledSnapshots } from '../domains/store/domain-history.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { SiteReporterSettings, SnapshotWorkerSettings } from './settings.ts';
import type { AnnounceServices } from './announce-crawl.ts';
import type { EvaluateServices } from './evaluate-snapshots.ts';
import { createWatchEvents } from './store/events.ts';
import { createTimeline } from './store/timeline.ts';
import { createWatches } from './store/watches.ts';

/** Creates the dependencies of announcing ended crawls from the settings. */
export function createAnnounceServices(db: DynamoDB, settings: SiteReporterSettings): AnnounceServices {
  return { ...createWatchServices(db, settings), queue: createReportQueue(settings) };
}

function createWatchServices(
  db: DynamoDB,
  settings: Pick<
    SiteReporterSettings,
    'WATCHES_TABLE' | 'DELIVERY_QUEUE_URL' | 'MAIL_DELAY_SECONDS' | 'DOMAIN_SCHEDULE_TABLE'
  >,
) {
  const { WATCHES_TABLE: table, DOMAIN_SCHEDULE_TABLE: schedule } = settings;
  return {
    watches: createWatches(db, table, Date.now),
    events: createWatchEvents(db, table, Date.now),
    timeline: createTimeline(db, table, Date.now),
    deliveries: createPendingDeliveries(db, settings),
    list: createDomainList(db, schedule),
  };
}

/** Creates the dependencies of evaluating snapshots from the settings. */
export function createEvaluateServices(db: DynamoDB, settings: SnapshotWorkerSettings) {
  const { DOMAIN_SCHEDULE_TABLE: schedule, COORDINATION_TABLE: coordination } = settings;
  return {
    ...createWatchServices(db, settings),
    snapshots: createScheduledSnapshots(db, settings.DOMAIN_HISTORY_TABLE),
    allowances: createAllowances(db, coordination, Date.now),
    schedule: createQueryDays(db, schedule),
    now: Date.now,
  } satisfies EvaluateServices;
}
