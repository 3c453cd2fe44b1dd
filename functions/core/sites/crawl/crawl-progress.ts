import type { CrawledPage } from '../../record/crawled-page.ts';
import type { OpenCrawl, SiteCrawls } from '../store/site-crawls.ts';
import { Frontier } from '../graph/frontier.ts';
import type { CrawlMemory, CrawlProgress } from './crawl-memory.ts';
import type { CrawlPlan } from './plan-crawl.ts';

/** A new crawl, at its beginning. */
function begun(crawl: OpenCrawl, plan: CrawlPlan): CrawlProgress {
  const frontier = new Frontier({
    home: plan.home,
    hosts: new Set(plan.hosts),
    sitemap: plan.sitemap.listed,
    limit: Math.min(crawl.pageLimit, crawl.admitted),
    startedAt: new Date(crawl.startedAt),
  });
  return { plan, frontier, count: 0, failedInARow: 0 };
}

/** Adds what came of the next address. */
export function addAnswer(progress: CrawlProgress, page: CrawledPage): void {
  progress.frontier.add(page);
  progress.count++;
  if (page.failure !== 'robots_disallowed')
    progress.failedInARow = page.failure === null ? 0 : progress.failedInARow + 1;
}

/**
 * @param readPlan reads the plan, or makes it
 * @returns how far a crawl is: by what this process knows of it, and what is stored
 */
export async function restoreProgress(
  crawl: OpenCrawl,
  readPlan: () => Promise<CrawlPlan>,
  { crawls, memory }: { crawls: SiteCrawls; memory: CrawlMemory },
): Promise<CrawlProgress> {
  const progress = memory.recall(crawl.id) ?? begun(crawl, await readPlan());
  memory.keep(crawl.id, progress);
  await readOn(crawl, progress, crawls);
  return progress;
}

/** Adds what was stored since. */
export async function readOn(crawl: OpenCrawl, progress: CrawlProgress, crawls: SiteCrawls): Promise<void> {
  for await (const page of crawls.readPages(crawl, progress.count)) addAnswer(progress, page);
}
