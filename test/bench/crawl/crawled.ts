import type { CrawlOptions } from '../../../functions/core/crawls/store/item.ts';
import type { CrawlWorld } from './world.ts';

/** The crawl that a process has to run. */
export interface CrawlOrder {
  host: string;
  pages: number;
  options?: Partial<CrawlOptions>;
}

/** Cost and result of a crawl. */
export interface Crawled {
  /** CPU time of all threads of the process. */
  cpuMs: number;
  ms: number;
  /** Number of requested addresses. */
  requested: number;
  /** Number of processed messages. */
  slices: number;
  /** CPU time of computing and storing the result. */
  reportMs: number;
  /** Peak memory of the process so far (RSS). */
  peakMb: number;
  readUnits: number;
  writeUnits: number;
  /** Number of requested external targets and resources. */
  targets: number;
}

export interface CrawlerSettings {
  world: CrawlWorld;
  /** Latency added to each call of the database. */
  databaseMs: number;
}
