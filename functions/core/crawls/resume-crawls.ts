import { REPORT_ATTEMPTS_MS } from './limits.ts';
import { type CrawlName, newCrawlId } from './store/item.ts';
import { SERVICE } from './store/private-crawls.ts';
import type { CrawlsInProgress } from './store/crawls-in-progress.ts';
import type { SiteCrawls } from './store/site-crawls.ts';
import type { CrawlQueue } from './tasks.ts';

/** A crawl whose message is overdue by this time is resumed: the message may be lost. */
export const LOST_AFTER_MS = 5 * 60_000;

interface Dependencies {
  crawls: Pick<SiteCrawls, 'readInProgress' | 'postpone'>;
  crawlsInProgress: CrawlsInProgress;
  crawlQueue: CrawlQueue;
  now: () => number;
}

/** Numbers of resumed crawls or batches. */
export interface ResumeResult {
  /** Those whose message was sent again. */
  resumed: number;
  /** Those that had ended but were still on the list. */
  ended: number;
}

/** Thrown if some crawls or batches could not be resumed, after all others were checked. */
class NotResumed extends Error {
  readonly code = 'not_resumed';
}

/**
 * Sends the messages of crawls again whose message was lost. A crawl that only waits, for a slot of its site or for other
 * crawls, gets a second message, which the crawler ignores. The interval doubles each time, so that the messages of many
 * waiting crawls do not accumulate. For a crawl whose report is not stored in time, the crawler sends the message of the
 * report again.
 *
 * @throws {NotResumed} after all other crawls were checked; the next run tries the failed ones again
 */
export async function resumeCrawls(deps: Dependencies): Promise<ResumeResult> {
  return resumeEach(await deps.crawlsInProgress.list(), (crawl) => resumeCrawl(crawl, deps));
}

/**
 * @param resume returns the action that was taken; `null`: none
 * @throws {NotResumed} after all others were checked
 */
export async function resumeEach<Work>(
  list: Work[],
  resume: (work: Work) => Promise<keyof ResumeResult | null>,
): Promise<ResumeResult> {
  const result: ResumeResult = { resumed: 0, ended: 0 };
  const failures: Error[] = [];
  for (const work of list) {
    try {
      const done = await resume(work);
      if (done) result[done] += 1;
    } catch (error) {
      failures.push(error as Error);
    }
  }
  if (failures.length === 0) return result;
  throw new NotResumed(`${failures.length} failures, the first: ${failures[0]!.message}`, { cause: failures[0] });
}

/** @returns the action that was taken; `null`: none */
async function resumeCrawl(
  { domain, id }: CrawlName,
  { crawls, crawlsInProgress, crawlQueue, now }: Dependencies,
): Promise<keyof ResumeResult | null> {
  const time = now();
  const lostBefore = time - LOST_AFTER_MS;
  const inProgress = (await crawls.readInProgress(domain, { viewer: SERVICE })).find((crawl) => crawl.id === id);
  if (inProgress) {
    if (Date.parse(inProgress.dueAt) > lostBefore) return null;
    await crawlQueue.send({ domain, id, slices: inProgress.slices });
    const doubled = 2 * time - Date.parse(inProgress.updatedAt);
    const least = inProgress.status === 'reporting' ? time + REPORT_ATTEMPTS_MS : doubled;
    await crawls.postpone(inProgress, new Date(Math.max(least, doubled)).toISOString());
    return 'resumed';
  }
  // A crawl is put on the list before it is stored. Ids sort by time.
  if (id > newCrawlId(lostBefore)) return null;
  await crawlsInProgress.remove({ domain, id });
  return 'ended';
}
