import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createSiteAskingServices } from './site-asking-services.ts';
import type { ExistenceServices } from './existence.ts';
import { createDomainHistory, type DomainHistory } from './store/domain-history.ts';
import { createDomainCache, type DomainCache } from './store/domain-cache.ts';
import { createDomainKeywords, type DomainKeywordLists } from './store/domain-keywords.ts';
import type { FetchLeases } from '../platform/queues/fetch-lease.ts';
import { createDomainList, type DomainList } from './schedule/domain-list.ts';
import type { FollowedDomains } from './schedule/followed-domains.ts';
import { createQueryDays, type QueryDays } from './schedule/query-days.ts';
import { createWorkQueue, type WorkQueue } from '../platform/queues/work-queue.ts';
import type { RecordSettings } from '../platform/settings/settings.ts';

/** What fetching a record needs. */
export interface RecordServices extends ExistenceServices {
  cache: DomainCache;
  history: DomainHistory;
  followed: FollowedDomains;
  list: Pick<DomainList, 'add' | 'note'>;
  domainKeywords: DomainKeywordLists;
  leases: FetchLeases;
  queue: WorkQueue;
}

interface Services extends RecordServices {
  schedule: QueryDays;
  /** Whether a host is reached although its name is reserved. */
  isReachable: (host: string) => boolean;
}

/** Creates it from the settings. */
export function createRecordServices(db: DynamoDB, settings: RecordSettings): Services {
  const { DOMAIN_SCHEDULE_TABLE } = settings;
  return {
    ...createSiteAskingServices(db, settings),
    cache: createDomainCache(db, settings.DOMAIN_CACHE_TABLE),
    schedule: createQueryDays(db, DOMAIN_SCHEDULE_TABLE),
    list: createDomainList(db, DOMAIN_SCHEDULE_TABLE),
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    domainKeywords: createDomainKeywords(db, settings.KEYWORDS_TABLE),
    queue: createWorkQueue(settings),
  };
}
