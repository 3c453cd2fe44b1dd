import type { Frontier } from '../graph/frontier.ts';
import type { StopReason } from '../store/item.ts';
import type { CrawlPlan } from './plan-crawl.ts';

/** The state of a crawl in the memory of one process. */
export interface CrawlProgress {
  plan: CrawlPlan;
  /** Why the site cannot be crawled, or not further; `null`: it can. */
  stopReason: StopReason | null;
  frontier: Frontier;
  /** Number of addresses whose outcome was added to the frontier. */
  count: number;
  /** Consecutive addresses, up to the last one, that failed. */
  failedInARow: number;
  /** Addresses that pages name as canonical instead of their own. */
  canonicals: Set<string>;
}

/** Keeps the crawl that this process worked on last: at a slow site, each slice adds one page. */
export interface CrawlMemory {
  recall(crawlId: string): CrawlProgress | null;
  keep(crawlId: string, progress: CrawlProgress): void;
  drop(): void;
}

export function createCrawlMemory(): CrawlMemory {
  let kept: { crawlId: string; progress: CrawlProgress } | null = null;
  return {
    recall: (crawlId) => (kept?.crawlId === crawlId ? kept.progress : null),
    keep(crawlId, progress) {
      kept = { crawlId, progress };
    },
    drop() {
      kept = null;
    },
  };
}
