import { ServiceError } from '../platform/http/errors.ts';
import type { FetchLeases } from '../platform/coordination.ts';
import type { FollowedDomains } from '../domains/schedule/followed-domains.ts';
import { holdWhenFree } from '../platform/leases.ts';
import { DELETION_WAIT_MS } from '../platform/time/limits.ts';
import { createBatches } from '../batches/store/batches.ts';
import { createDomainCache } from '../domains/store/domain-cache.ts';
import { createDomainHistory } from '../domains/store/domain-history.ts';
import { createBackgroundRequests } from '../sources/providers/background-requests.ts';
import { createDomainKeywords } from '../domains/store/domain-keywords.ts';
import { createMissingDomains } from '../domains/store/missing-domains.ts';
import { createDeadLetters } from '../operations/dead-letters.ts';
import { createPages } from '../pages/pages.ts';
import { createSiteCrawls } from '../sites/store/site-crawls.ts';
import { createSiteRateLimits } from '../sources/site-slots.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';

/** One kind of item that holds something of a domain. */
interface DomainItems {
  /** Deletes all items of this kind that a domain has. */
  deleteDomain(domain: string): Promise<void>;
}

export interface DeletionServices {
  followed: Pick<FollowedDomains, 'unfollow' | 'deleteDomain'>;
  /** Kinds of items that hold something of a domain, besides its schedule; deleted in this order. */
  domainItems: DomainItems[];
  leases: FetchLeases;
  now: () => number;
}

/**
 * Deletes all that is stored of a domain, but for its block. It is done under the domain's lease, as every fetch is:
 * what a fetch under way stores is deleted with the rest.
 *
 * @throws {ServiceError} gateway_timeout where the domain was being fetched all the time; nothing is deleted then
 */
export async function deleteDomain(domain: string, services: DeletionServices): Promise<void> {
  const { followed, domainItems, leases, now } = services;
  await holdWhenFree({ leases, name: domain, now, deadline: now() + DELETION_WAIT_MS }, async (lease) => {
    // From here on no snapshot is taken of it. Its block and what is known of its past are needed until the rest is gone.
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
}

/**
 * All kinds of items that hold something of a domain, in the order in which they are deleted when a domain is
 * deleted, but for its schedule, which is deleted last. A new kind is added here.
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
    createDeadLetters(db, tables.operations, Date.now),
    createMissingDomains(db, tables.coordination, Date.now),
    createSiteRateLimits(db, tables.coordination),
    { deleteDomain: (domain) => requests.end(domain) },
  ];
}
