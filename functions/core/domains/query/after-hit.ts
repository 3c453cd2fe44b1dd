import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { type CachedRecord, recordOf, sourcesToRetry } from '../../record/cached-record.ts';
import { RETRY_DELAYS_MS } from '../../record/retry-delays.ts';
import { createOnceMarkers } from '../../platform/coordination.ts';
import type { RecordSettings } from '../settings.ts';
import { type ScheduleChange, createQueryDays } from '../schedule/query-days.ts';
import { createFollowedDomains } from '../schedule/followed-domains.ts';
import { createDomainQueue } from '../tasks.ts';
import { logWarning } from '../../platform/log-warning.ts';
import { waitBriefly } from '../../platform/wait-briefly.ts';

interface AfterHit {
  /** Whether a retry of failed sources of the entry is due. */
  isRetryDue: boolean;
  scheduleChange: ScheduleChange;
}

interface Parts {
  db: DynamoDB;
  settings: RecordSettings;
}

/** Queues retries and changes the schedule after a hit. The response does not depend on it. */
export async function afterHit(entry: CachedRecord, todo: AfterHit, parts: Parts): Promise<void> {
  const works: Promise<void>[] = [];
  if (todo.isRetryDue) works.push(queueRetries(entry, parts));
  if (todo.scheduleChange) works.push(changeSchedule(todo.scheduleChange, entry, parts));
  await Promise.all(works.map((work) => waitBriefly(work, warn)));
}

const warn = logWarning('work after a hit failed');

/** Queues retries of the failed sources of an entry, once for many hits. */
async function queueRetries(entry: CachedRecord, { db, settings }: Parts): Promise<void> {
  const claims = createOnceMarkers(db, settings.COORDINATION_TABLE, Date.now);
  if (!(await claims.claim(`retry ${entry.domain}`, RETRY_DELAYS_MS[0]))) return;
  const sources = sourcesToRetry(recordOf(entry), entry.retries, Date.now());
  if (sources.length === 0) return;
  const queue = createDomainQueue(settings);
  await queue.send({ task: 'complete-record', domain: entry.domain, sources, attempt: 0 });
}

async function changeSchedule(
  change: ScheduleChange,
  { domain }: CachedRecord,
  { db, settings }: Parts,
): Promise<void> {
  const table = settings.DOMAIN_SCHEDULE_TABLE;
  const followed = createFollowedDomains(db, table, settings.MAX_FOLLOWED_DOMAINS);
  const now = Date.now();
  const isLost = change === 'record query';
  const remaining = isLost ? await createQueryDays(db, table).recordFirstQuery(domain, now) : change;
  await followed.apply(remaining, domain, now);
}
