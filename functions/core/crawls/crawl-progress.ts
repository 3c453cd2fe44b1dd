import { type CrawledPage, isRequested } from '../record/crawled-page.ts';
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { CrawlMemory, CrawlProgress } from './crawl-memory.ts';
import { pagesOf } from './crawl-size.ts';
import { Frontier } from './frontier/frontier.ts';
import type { CrawlPlan } from './plan-crawl.ts';
import { isPrivate } from './store/private-crawls.ts';
import type { CrawlInProgress, SiteCrawls } from './store/site-crawls.ts';

interface ProgressServices {
  crawls: SiteCrawls;
  memory: CrawlMemory;
  /** Pages after which a checkpoint is stored. */
  checkpointPages: number;
}

/**
 * Restores the progress of a crawl: that in the memory of this process, else that of the last checkpoint, else that of its
 * start, each updated with the pages that were stored since.
 *
 * @param readPlan returns the stored plan, or a new one
 */
export async function restoreProgress(
  crawl: CrawlInProgress,
  readPlan: () => Promise<CrawlPlan>,
  { crawls, memory, checkpointPages }: ProgressServices,
): Promise<CrawlProgress> {
  const kept = memory.recall(crawl.id);
  // Other processes may have continued the crawl for long.
  const isRecent = kept && crawl.fetched - kept.frontier.requested < checkpointPages;
  const progress = isRecent ? kept : await storedProgress(crawl, await readPlan(), crawls);
  memory.keep(crawl.id, progress);
  await readNewPages(crawl, progress, crawls);
  return progress;
}

async function storedProgress(crawl: CrawlInProgress, plan: CrawlPlan, crawls: SiteCrawls): Promise<CrawlProgress> {
  return progressFrom(crawl, plan, await readCheckpoint(crawl, crawls));
}

/** @param checkpoint `null`: no page is stored */
function progressFrom(crawl: CrawlInProgress, plan: CrawlPlan, checkpoint: Checkpoint | null): CrawlProgress {
  const start = {
    home: plan.home,
    hosts: new Set(plan.hosts),
    sitemap: plan.urls?.length ? plan.urls : plan.sitemap.listed,
    limit: pagesOf(crawl),
    scope: crawl.scope,
    isPrivate: isPrivate(crawl),
    startedAt: new Date(crawl.startedAt),
  };
  return {
    plan,
    stopReason: (checkpoint ?? plan).stopReason,
    frontier: new Frontier(start, checkpoint?.frontier),
    count: checkpoint?.count ?? 0,
    failedInARow: checkpoint?.failedInARow ?? 0,
    canonicals: new Set(checkpoint?.canonicals),
    checkpoint: checkpoint?.stored ?? null,
  };
}

/** Adds the pages that were stored since. */
export async function readNewPages(crawl: CrawlInProgress, progress: CrawlProgress, crawls: SiteCrawls): Promise<void> {
  for await (const page of crawls.readPages(crawl, { from: progress.count })) addOutcome(progress, page);
}

/** Adds the outcome of the next address. */
export function addOutcome(progress: CrawlProgress, page: CrawledPage): void {
  progress.frontier.add(page);
  progress.count++;
  const canonical = page.facts?.canonical ?? page.url;
  if (canonical !== page.url) progress.canonicals.add(canonical);
  if (page.failure === 'robots_unreachable' && isOfHomeOrigin(progress.plan, page.url)) progress.stopReason = 'robots';
  if (isRequested(page)) progress.failedInARow = page.failure === null ? 0 : progress.failedInARow + 1;
}

/** Whether an address is of the origin of the final home page, so that the same robots.txt applies to both. */
const isOfHomeOrigin = ({ home, visited }: CrawlPlan, url: string) =>
  new URL(url).origin === new URL(visited.at(-1)?.url ?? home).origin;

/** Stores a checkpoint if the last one has become old. */
export async function storeCheckpoint(
  crawl: CrawlInProgress,
  progress: CrawlProgress,
  { crawls, checkpointPages }: Omit<ProgressServices, 'memory'>,
): Promise<void> {
  if (progress.count - (progress.checkpoint?.count ?? 0) < checkpointPages) return;
  progress.checkpoint = await writeCheckpoint(crawl, progress, crawls);
}
