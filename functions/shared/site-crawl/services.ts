import type { DynamoDB } from '../storage/dynamodb/dynamodb.ts';
import { createSiteAskingServices } from '../domain-record/site-asking-services.ts';
import type { ExistenceServices } from '../domain-record/existence.ts';
import { createSiteTurns, type TakeTurns } from '../sources/site/site-requests.ts';
import { type Allowances, createAllowances } from '../storage/allowances.ts';
import { type CrawlQueue, createCrawlQueue } from '../storage/crawl-queue.ts';
import { createDomainHistory, type DomainHistory } from '../storage/domain-history/domain-history.ts';
import { createDomainList, type DomainList } from '../storage/domain-schedule/domain-list.ts';
import type { FollowedDomains } from '../storage/domain-schedule/followed-domains.ts';
import { createFetchLeases, type FetchLeases } from '../storage/fetch-lease.ts';
import type { ProviderRateLimit } from '../storage/provider-rate-limit.ts';
import { createOpenCrawls, type OpenCrawls } from '../storage/site-crawls/open-crawls.ts';
import { createSiteCrawls, type SiteCrawls } from '../storage/site-crawls/site-crawls.ts';
import { robotsVerdict } from '../website/robots/robots-verdict.ts';
import { createCrawlMemory, type CrawlMemory } from './crawl-memory.ts';
import { CRAWL_LEASE_MS, MOST_WAIT_MS } from './limits.ts';
import type { BeginCrawlSettings, CrawlSettings } from '../settings/settings.ts';

/** What beginning a crawl needs. */
export interface BeginCrawlServices extends ExistenceServices {
  crawls: SiteCrawls;
  openCrawls: OpenCrawls;
  queue: CrawlQueue;
  followed: Pick<FollowedDomains, 'isBlocked'>;
}

/** What crawling needs. */
export interface CrawlServices extends BeginCrawlServices {
  leases: FetchLeases;
  crawlTurns: TakeTurns;
  allowances: Pick<Allowances, 'settle'>;
  history: Pick<DomainHistory, 'note'>;
  list: Pick<DomainList, 'noteSite'>;
  memory: CrawlMemory;
}

interface Reached {
  /** Whether a host is reached although its name is reserved. */
  isReachable: (host: string) => boolean;
  rateLimit: ProviderRateLimit;
}

/** Creates what beginning a crawl needs from the settings. */
export function createBeginCrawlServices(db: DynamoDB, settings: BeginCrawlSettings): BeginCrawlServices & Reached {
  const services = createSiteAskingServices(db, settings);
  return {
    ...services,
    crawls: createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, services.now),
    openCrawls: createOpenCrawls(db, settings.SITE_CRAWLS_TABLE),
    queue: createCrawlQueue(settings),
  };
}

/** The same of crawling. */
export function createCrawlServices(db: DynamoDB, settings: CrawlSettings): CrawlServices {
  const services = createBeginCrawlServices(db, settings);
  const { network, rateLimit, now } = services;
  const { COORDINATION_TABLE: coordination, DOMAIN_HISTORY_TABLE } = settings;
  return {
    ...services,
    // For each page. The work that robots.txt may make is bounded: it needs no thread, to which it would go each time.
    reader: { ...services.reader, judgeRobots: (...args) => Promise.resolve(robotsVerdict(...args)) },
    leases: createFetchLeases(db, coordination, now, CRAWL_LEASE_MS),
    crawlTurns: createSiteTurns(rateLimit, MOST_WAIT_MS, network.isOverridden),
    allowances: createAllowances(db, coordination, now),
    history: createDomainHistory(db, DOMAIN_HISTORY_TABLE),
    list: createDomainList(db, settings.DOMAIN_SCHEDULE_TABLE),
    memory: createCrawlMemory(),
  };
}
