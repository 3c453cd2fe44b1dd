import type { DomainCache } from '../storage/domain-cache/domain-cache.ts';
import type { DomainHistory } from '../storage/domain-history/domain-history.ts';
import type { DomainKeywordLists } from '../storage/domain-keywords.ts';
import type { FollowedDomains } from '../storage/domain-schedule/followed-domains.ts';
import type { FetchLeases } from '../storage/fetch-lease.ts';
import type { WorkQueue } from '../storage/work-queue.ts';
import type { SourceServices } from './ask-sources.ts';

/** What fetching a record needs. */
export interface RecordServices extends SourceServices {
  cache: DomainCache;
  history: DomainHistory;
  followed: FollowedDomains;
  domainKeywords: DomainKeywordLists;
  leases: FetchLeases;
  queue: WorkQueue;
}
