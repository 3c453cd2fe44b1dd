import type { Context } from 'aws-lambda';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { createDocumentClient } from '../shared/storage/dynamodb/document-client.ts';
import { createDynamoDB } from '../shared/storage/dynamodb/client.ts';
import { createDomainList } from '../shared/storage/domain-schedule/domain-list.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createFetchLeases } from '../shared/storage/fetch-lease.ts';
import { createFollowCounts } from '../shared/storage/domain-schedule/follow-counts.ts';
import { createFollowedDomains } from '../shared/storage/domain-schedule/followed-domains.ts';
import { createDomainItems } from '../shared/storage/domain-items.ts';
import { createWorkQueue } from '../shared/storage/work-queue.ts';
import { isCommand, performCommand } from './operator-command.ts';
import { scheduleSnapshots } from './schedule-snapshots.ts';
import { snapshotSchedulerSettings } from './settings.ts';

const settings = readSettings(snapshotSchedulerSettings);
const client = createDynamoDB();
const documents = createDocumentClient(client);
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const tables = {
  cache: settings.DOMAIN_CACHE_TABLE,
  history: settings.DOMAIN_HISTORY_TABLE,
  keywords: settings.KEYWORDS_TABLE,
  coordination: settings.COORDINATION_TABLE,
  batches: settings.BATCHES_TABLE,
  pages: settings.PAGES_TABLE,
};
const services = {
  followed: createFollowedDomains(documents, settings.DOMAIN_SCHEDULE_TABLE, settings.MAX_FOLLOWED_DOMAINS),
  list: createDomainList(documents, settings.DOMAIN_SCHEDULE_TABLE),
  leases: createFetchLeases(documents, settings.COORDINATION_TABLE, Date.now),
  queue: createWorkQueue(settings),
  domainItems: createDomainItems(client, tables),
  isReachable: (host: string) => overrides.find(host) !== null,
  now: Date.now,
};

/** Sends due snapshots to the worker, every ten minutes; or performs the operator's command in the event. */
export const handler = async (event: object | null, context: Context): Promise<object> => {
  if (event && isCommand(event)) return performCommand(event, services);
  const result = await scheduleSnapshots({ ...services, remainingMs: () => context.getRemainingTimeInMillis() });
  console.log(JSON.stringify({ level: 'INFO', message: 'snapshots scheduled', ...result }));
  await createFollowCounts(documents, settings.DOMAIN_SCHEDULE_TABLE).recount(services.now());
  return result;
};
