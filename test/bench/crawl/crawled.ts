import type { CrawlSettings } from '../../../functions/core/sites/store/item.ts';
import type { CrawlWorld } from './world.ts';

/** What a contestant is told to crawl. */
export interface CrawlOrder {
  host: string;
  pages: number;
  /** Only of our crawl. */
  settings?: CrawlSettings;
}

/** What a crawl took, and what it came to. */
export interface Contested {
  /** Of all threads of the process. */
  cpuMs: number;
  ms: number;
  /** Addresses that were asked for. */
  asked: number;
  /** By path, of each HTML page. */
  titles: Record<string, string>;
}

/** The same of our crawl. */
export interface Crawled extends Contested {
  /** Messages that were processed. */
  slices: number;
  /** CPU of computing and storing the result. */
  reportMs: number;
  /** Most memory of the process until now (RSS). */
  peakMb: number;
  readUnits: number;
  writeUnits: number;
  /** External targets and resources that were requested. */
  targets: number;
}

/** How our crawl is run. */
export interface OurWay {
  world: CrawlWorld;
  /** Where what comes of each page is kept; that of other crawlers is memory. */
  store: 'database' | 'memory';
  /** Each call of the database takes so much longer. */
  databaseMs: number;
}
