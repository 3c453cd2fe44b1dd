import { createBatches } from '../batches/store/batches.ts';
import { createDomainCache } from '../domains/store/domain-cache.ts';
import { createDomainHistory } from '../domains/store/domain-history.ts';
import { createBackgroundRequests } from '../sources/providers/background-requests.ts';
import { createDomainKeywords } from '../domains/store/domain-keywords.ts';
import { createMissingDomains } from '../domains/store/missing-domains.ts';
import { createDeadLetters } from '../operations/dead-letters.ts';
import { createPages } from '../pages/pages.ts';
import { createSiteCrawls } from '../sites/store/site-crawls.ts';
import { createSitePaces } from '../sources/site-pace.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';

/** One kind of item that holds something of a domain. */
export interface DomainItems {
  /** Deletes all items of this kind that a domain has. */
  forget(domain: string): Promise<void>;
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
 * forgotten, but for its schedule, which is deleted last. A new kind is added here.
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
    createSitePaces(db, tables.coordination),
    { forget: (domain) => requests.end(domain) },
  ];
}
