import { CRAWL_LEASE_MS, REPORT_LEASE_MS } from '../../crawls/limits.ts';
import { createCrawlsInProgress, type CrawlsInProgress } from '../../crawls/store/crawls-in-progress.ts';
import { createSiteCrawls, type SiteCrawls } from '../../crawls/store/site-crawls.ts';
import { createDomainList, type DomainList } from '../../domains/schedule/domain-list.ts';
import { createDomainHistory, type DomainHistory } from '../../domains/store/domain-history.ts';
import { createFetchLeases, type FetchLeases } from '../../platform/coordination.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { ReporterSettings } from '../settings.ts';
import type { CrawlEnd } from './crawl-end.ts';

/** Dependencies of making the report of a crawl. */
export interface ReportServices {
  crawls: SiteCrawls;
  crawlsInProgress: CrawlsInProgress;
  history: Pick<DomainHistory, 'overwriteValues'>;
  list: Pick<DomainList, 'writeSite'>;
  /** Leases of domains. */
  leases: FetchLeases;
  /** Leases of reports, with a longer duration. */
  reportLeases: FetchLeases;
  now: () => number;
  /** Announces the end of a crawl; it can be repeated. Absent: it is not announced. */
  announce?: (end: CrawlEnd) => Promise<void>;
}

/** Creates the dependencies of making reports from the settings. */
export function createReportServices(db: DynamoDB, settings: ReporterSettings): ReportServices {
  const { SITE_CRAWLS_TABLE: table, COORDINATION_TABLE: coordination } = settings;
  const now = Date.now;
  return {
    crawls: createSiteCrawls(db, table, now),
    crawlsInProgress: createCrawlsInProgress(db, table),
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    list: createDomainList(db, settings.DOMAIN_SCHEDULE_TABLE),
    leases: createFetchLeases(db, coordination, now, CRAWL_LEASE_MS),
    reportLeases: createFetchLeases(db, coordination, now, REPORT_LEASE_MS),
    now,
  };
}
