import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createBatches } from './batches/batches.ts';
import { createDomainCache } from './domain-cache/domain-cache.ts';
import { createDomainHistory } from './domain-history/domain-history.ts';
import { createBackgroundRequests } from './background-requests.ts';
import { createDomainKeywords } from './domain-keywords/domain-keywords.ts';
import { createDocumentClient } from './dynamodb/document-client.ts';
import { createMissingDomains } from './missing-domains.ts';
import { createDeadLetters } from './operations/dead-letters.ts';
import { createPages } from './pages/pages.ts';
import { createSiteCrawls } from './site-crawls/site-crawls.ts';
import { createSitePaces } from './site-pace.ts';

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
export function createDomainItems(client: DynamoDBClient, tables: Tables): DomainItems[] {
  const documents = createDocumentClient(client);
  const requests = createBackgroundRequests(documents, tables.coordination);
  return [
    createDomainCache(client, tables.cache),
    createDomainKeywords(documents, tables.keywords),
    createDomainHistory(documents, tables.history),
    createBatches(documents, tables.batches, Date.now),
    createPages(client, tables.pages, Date.now),
    createSiteCrawls(client, tables.siteCrawls, Date.now),
    createDeadLetters(documents, tables.operations, Date.now),
    createMissingDomains(documents, tables.coordination, Date.now),
    createSitePaces(documents, tables.coordination),
    { forget: (domain) => requests.end(domain) },
  ];
}
