import { createBatches } from './batches/batches.ts';
import { createDomainCache } from './domain-cache.ts';
import { createDomainHistory } from './domain-history/domain-history.ts';
import { createBackgroundRequests } from './background-requests.ts';
import { createDomainKeywords } from './domain-keywords.ts';
import { createMissingDomains } from './missing-domains.ts';
import { createDeadLetters } from './operations/dead-letters.ts';
import { createPages } from './pages.ts';
import { createSiteCrawls } from './site-crawls/site-crawls.ts';
import { createSitePaces } from './site-pace.ts';
import type { DynamoDB } from './dynamodb/dynamodb.ts';

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
