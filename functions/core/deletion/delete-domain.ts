import { ServiceError } from '../platform/http/errors.ts';
import { createFetchedHosts } from '../accounts/fetched-hosts.ts';
import type { FetchLeases } from '../platform/coordination.ts';
import type { FollowedDomains } from '../domains/schedule/followed-domains.ts';
import { holdWhenFree } from '../platform/leases.ts';

import { createBatches } from '../batches/store/batches.ts';
import { createDomainCache } from '../domains/store/domain-cache.ts';
import { createDomainHistory } from '../domains/store/domain-history.ts';
import { createBackgroundRequests } from '../sources/providers/background-requests.ts';
import { createDomainKeywords } from '../domains/store/domain-keywords.ts';
import { createMissingDomains } from '../domains/store/missing-domains.ts';
import { createFailedJobs } from '../operations/failed-jobs.ts';
import { createPages } from '../pages/pages.ts';
import { createTimeline } from '../watches/store/timeline.ts';
import { createWatches } from '../watches/store/watches.ts';
import { createIssueCounts } from '../crawls/store/issue-counts.ts';
import { createSiteCrawls } from '../crawls/store/site-crawls.ts';
import { createSiteRateLimits } from '../sources/site-slots.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';

/** Time for which a deletion waits for a fetch of the same domain, in milliseconds. */
export const DELETION_WAIT_MS = 20_000;

/** A kind of items that contain data of a domain. */
interface DomainItems {
  /** Deletes all items of this kind of a domain. */
  deleteDomain(domain: string): Promise<void>;
}

export interface DeletionServices {
  followed: Pick<FollowedDomains, 'unfollow' | 'deleteDomain'>;
  /** Kinds of items with data of a domain, other than its schedule; deleted in this order. */
  domainItems: DomainItems[];
  leases: FetchLeases;
  now: () => number;
}

/**
 * Deletes all data of a domain except its block. This happens under the domain's lease, like every fetch: what a fetch
 * in progress stores is deleted too.
 *
 * @throws {ServiceError} gateway_timeout if a fetch held the lease all the time; nothing is deleted then
 */
export async function deleteDomain(domain: string, services: DeletionServices): Promise<void> {
  const { followed, domainItems, leases, now } = services;
  await holdWhenFree({ leases, name: domain, now, deadline: now() + DELETION_WAIT_MS }, async (lease) => {
    // From here on it gets no snapshots. Its block and its history are needed until the rest is deleted.
    await followed.unfollow(domain);
    if (!(await lease.confirm())) throw new ServiceError('gateway_timeout');
    for (const items of domainItems) await items.deleteDomain(domain);
    await followed.deleteDomain(domain);
  });
}

interface Tables {
  cache: string;
  history: string;
  keywords: string;
  coordination: string;
  batches: string;
  pages: string;
  siteCrawls: string;
  operations: string;
  watches: string;
}

/**
 * Creates all kinds of items with data of a domain, in the order of deletion, except its schedule, which is deleted
 * last. A new kind is added here.
 */
export function createDomainItems(db: DynamoDB, tables: Tables): DomainItems[] {
  const requests = createBackgroundRequests(db, tables.coordination);
  return [
    createDomainCache(db, tables.cache),
    createDomainKeywords(db, tables.keywords),
    createDomainHistory(db, tables.history),
    createBatches(db, tables.batches, Date.now),
    createPages(db, tables.pages, Date.now),
    createSiteCrawls(db, tables.siteCrawls, Date.now),
    createIssueCounts(db, tables.siteCrawls),
    createFailedJobs(db, tables.operations, Date.now),
    createWatches(db, tables.watches, Date.now),
    createTimeline(db, tables.watches, Date.now),
    createMissingDomains(db, tables.coordination, Date.now),
    createFetchedHosts(db, tables.coordination, Date.now),
    createSiteRateLimits(db, tables.coordination),
    { deleteDomain: (domain) => requests.end(domain) },
  ];
}
