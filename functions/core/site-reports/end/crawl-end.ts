import type { StopReason, StoredResult } from '../../crawls/store/item.ts';
import type { CrawlInProgress } from '../../crawls/store/site-crawls.ts';
import type { CrawlComparisons } from '../compare/crawl-comparisons.ts';

/** A crawl that has ended. */
export interface CrawlEnd {
  crawl: CrawlInProgress;
  /** ISO 8601 time. */
  finishedAt: string;
  stopReason: StopReason | null;
  isComplete: boolean;
  /** `null`: there is no report. */
  result: StoredResult | null;
  comparisons: CrawlComparisons;
}
