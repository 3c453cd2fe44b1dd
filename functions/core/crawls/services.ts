import type { Credentials, CredentialsOf } from './credentials/credentials.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createSiteFetchServices } from '../domains/services.ts';
import type { ExistenceServices } from '../domains/existence.ts';
import { createSiteSlots, type TakeSlots } from '../sources/site/site-requests.ts';
import { type Allowances, createAllowances } from '../accounts/allowances.ts';
import { createFetchLeases, type FetchLeases } from '../platform/coordination.ts';
import type { ProviderRateLimit } from '../platform/rate-limit.ts';
import { type CrawlerInvocations, createCrawlerInvocations } from './store/crawler-invocations.ts';
import { createCrawlsInProgress, type CrawlsInProgress } from './store/crawls-in-progress.ts';
import { createSiteCrawls, type SiteCrawls } from './store/site-crawls.ts';
import { createVerifications } from './store/verifications.ts';
import type { ProofServices } from './require-proof.ts';
import {
  type CrawlQueue,
  type CrawlsQueue,
  createCrawlQueue,
  createCrawlsQueue,
  createReportQueue,
  type ReportQueue,
} from './tasks.ts';
import { createThreadReader } from '../analysis/reader/thread-reader.ts';
import { googlebotRules, robotsVerdict } from '../analysis/robots/robots-verdict.ts';
import { CHECKPOINT_PAGES } from './checkpoint.ts';
import { createCrawlMemory, type CrawlMemory } from './crawl-memory.ts';
import { createInvocationShares, type InvocationShares } from './crawl-shares.ts';
import { createFairReader, type ReaderOf } from './fair-reader.ts';
import { CRAWL_LEASE_MS, MAX_WAIT_MS } from './limits.ts';
import type { BeginCrawlSettings, CrawlerSettings } from './settings.ts';

/** Dependencies of starting a crawl. */
export interface BeginCrawlServices extends ExistenceServices, ProofServices {
  crawls: SiteCrawls;
  crawlsInProgress: CrawlsInProgress;
  queue: CrawlQueue;
}

/** Dependencies of crawling. */
export interface CrawlServices extends BeginCrawlServices {
  leases: FetchLeases;
  crawlSlots: TakeSlots;
  allowances: Pick<Allowances, 'settle'>;
  reports: ReportQueue;
  /** The same queue, for messages that continue several crawls. */
  crawlGroups: CrawlsQueue;
  memory: CrawlMemory;
  openCredentials: (sealed: Uint8Array, of: CredentialsOf) => Promise<Credentials>;
  shares: InvocationShares;
  invocations: CrawlerInvocations;
  /** Returns the reader of a crawl, for which other crawls of the process wait as little as possible. */
  readerOf: ReaderOf;
  /** Pages after which a checkpoint is stored. */
  checkpointPages: number;
}

const MB = 1024 ** 2;
/** Share of the memory of the function above which an invocation hands crawls over to others. */
const MAX_MEMORY = 0.85;

interface NetworkServices {
  /** Returns whether a host may be requested although its name is reserved. */
  isReachable: (host: string) => boolean;
  rateLimit: ProviderRateLimit;
}

/** Creates the dependencies of starting a crawl from the settings. */
export function createBeginCrawlServices(
  db: DynamoDB,
  settings: BeginCrawlSettings,
): BeginCrawlServices & NetworkServices {
  const services = createSiteFetchServices(db, settings);
  return {
    ...services,
    crawls: createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, services.now),
    crawlsInProgress: createCrawlsInProgress(db, settings.SITE_CRAWLS_TABLE),
    queue: createCrawlQueue(settings),
    verifications: createVerifications(db, settings.SITE_CRAWLS_TABLE, services.now),
  };
}

/** Creates the dependencies of crawling from the settings. */
export function createCrawlServices(db: DynamoDB, settings: CrawlerSettings): CrawlServices {
  const services = createBeginCrawlServices(db, settings);
  const { network, rateLimit, now } = services;
  const { COORDINATION_TABLE: coordination } = settings;
  // One thread reads all pages of sound crawls: further ones would end after each page, and need memory.
  const fairReader = createFairReader(createThreadReader({ mostThreads: 1 }), createThreadReader({ mostThreads: 1 }));
  return {
    ...services,
    // robots.txt is judged for each page in this thread: the work is bounded, and the file would be sent to another thread
    // each time.
    readerOf: (crawlId) => ({
      ...fairReader(crawlId),
      judgeRobots: (...args) => Promise.resolve(robotsVerdict(...args)),
      judgeGooglebot: (...args) => Promise.resolve(googlebotRules(...args)),
    }),
    shares: createInvocationShares({
      hasLittleMemory: () => process.memoryUsage.rss() > MAX_MEMORY * settings.AWS_LAMBDA_FUNCTION_MEMORY_SIZE * MB,
    }),
    invocations: createCrawlerInvocations(db, settings.SITE_CRAWLS_TABLE, now),
    leases: createFetchLeases(db, coordination, now, CRAWL_LEASE_MS),
    crawlSlots: createSiteSlots(rateLimit, MAX_WAIT_MS, network.isOverridden),
    allowances: createAllowances(db, coordination, now),
    reports: createReportQueue(settings),
    crawlGroups: createCrawlsQueue(settings),
    memory: createCrawlMemory(),
    openCredentials: async (...sealed) =>
      (await import('./credentials/credentials.ts')).openCredentials(...sealed, settings),
    checkpointPages: CHECKPOINT_PAGES,
  };
}
