import type { Frontier } from '../graph/frontier.ts';
import type { CrawlPlan } from './plan-crawl.ts';

/** How far a crawl is, as one process knows it. */
export interface CrawlProgress {
  plan: CrawlPlan;
  frontier: Frontier;
  /** Addresses whose answers were added to the frontier. */
  count: number;
  /** Addresses in a row, up to the last one, of which nothing could be known. */
  failedInARow: number;
}

/** The crawl that this process has last worked on: at a slow site, each slice adds one page. */
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
