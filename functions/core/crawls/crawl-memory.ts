import { MAX_KNOWN } from './crawl-size.ts';
import type { Frontier } from './frontier/frontier.ts';
import type { StopReason } from './store/item.ts';
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
  /** The last stored one; `null`: there is none. */
  checkpoint: StoredCheckpoint | null;
}

/** The last checkpoint of a crawl. */
export interface StoredCheckpoint {
  version: number;
  /** Number of outcomes that it contains. */
  count: number;
  file: string;
  /** Hash of the file. */
  hash: string;
}

/** Number of crawls in memory, as many as an invocation works on. */
const MAX_KEPT = 10;

/** Keeps the crawls that this process worked on last: at a slow site, each slice adds one page. */
export interface CrawlMemory {
  recall(crawlId: string): CrawlProgress | null;
  keep(crawlId: string, progress: CrawlProgress): void;
  drop(crawlId: string): void;
  /** Keeps a crawl while its slice is in progress. @returns a function that ends this */
  hold(crawlId: string): () => void;
}

export function createCrawlMemory(): CrawlMemory {
  /** The one that was used last is at the end. */
  const kept = new Map<string, CrawlProgress>();
  const held = new Set<string>();
  return {
    recall: (crawlId) => kept.get(crawlId) ?? null,
    keep(crawlId, progress) {
      kept.delete(crawlId);
      kept.set(crawlId, progress);
      const isNeeded = (id: string) => id === crawlId || held.has(id);
      const needed = [...kept].filter(([id]) => isNeeded(id));
      let count = needed.length;
      let addresses = needed.reduce((sum, [, { frontier }]) => sum + frontier.found, 0);
      for (const [id, { frontier }] of [...kept].reverse()) {
        if (isNeeded(id)) continue;
        count += 1;
        addresses += frontier.found;
        if (count > MAX_KEPT || addresses > MAX_KNOWN) kept.delete(id);
      }
    },
    drop: (crawlId) => void kept.delete(crawlId),
    hold(crawlId) {
      held.add(crawlId);
      return () => void held.delete(crawlId);
    },
  };
}
