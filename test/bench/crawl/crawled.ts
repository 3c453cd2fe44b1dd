import type { CrawlOptions } from '../../../functions/core/sites/store/item.ts';
import type { CrawlWorld } from './world.ts';

/** The crawl that a contestant has to run. */
export interface CrawlOrder {
  host: string;
  pages: number;
  /** For our crawl only. */
  options?: Partial<CrawlOptions>;
}

/** Cost and result of a crawl. */
export interface Contested {
  /** CPU time of all threads of the process. */
  cpuMs: number;
  ms: number;
  /** Number of requested addresses. */
  requested: number;
  /** Titles of the HTML pages by path. */
  titles: Record<string, string>;
}

/** Cost and result of our crawl. */
export interface Crawled extends Contested {
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

/** Settings of our crawl. */
export interface OurWay {
  world: CrawlWorld;
  /** Where the pages are stored; other crawlers use memory. */
  store: 'database' | 'memory';
  /** Latency added to each call of the database. */
  databaseMs: number;
}
