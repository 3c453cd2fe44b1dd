import type { CrawlQueue } from '../../platform/queues/work-queue.ts';
import { type CrawlName, newCrawlId } from '../store/item.ts';
import type { OpenCrawls } from '../store/open-crawls.ts';
import type { SiteCrawls } from '../store/site-crawls.ts';

/** The message of a crawl that was to be processed so long ago may be lost. */
export const LOST_AFTER_MS = 5 * 60_000;

interface Dependencies {
  crawls: Pick<SiteCrawls, 'readOpen' | 'postpone'>;
  openCrawls: OpenCrawls;
  crawlQueue: CrawlQueue;
  now: () => number;
}

/** What was done for the crawls, or the batches, of a list. */
export interface ResumeResult {
  /** Those that were sent to their function again. */
  resumed: number;
  /** Those that have ended without being taken off the list. */
  ended: number;
}

/** Thrown when some crawls or batches could not be looked after; all others were. */
class NotResumed extends Error {
  readonly code = 'not_resumed';
}

/**
 * Has the crawler continue crawls whose message was lost. One that only waits, for its site or after others, gets a
 * second message, which the crawler ignores, after twice the time each time, so that the messages of many waiting crawls
 * do not add up.
 *
 * @throws {NotResumed} after all other crawls were looked after; the next run tries those again
 */
export async function resumeCrawls(deps: Dependencies): Promise<ResumeResult> {
  return resumeEach(await deps.openCrawls.list(), (crawl) => lookAfter(crawl, deps));
}

/**
 * @param resume returns what was done; `null`: nothing
 * @throws {NotResumed} after all others were looked after
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

/** @returns what was done; `null`: nothing */
async function lookAfter(
  { domain, id }: CrawlName,
  { crawls, openCrawls, crawlQueue, now }: Dependencies,
): Promise<keyof ResumeResult | null> {
  const time = now();
  const lostBefore = time - LOST_AFTER_MS;
  const open = await crawls.readOpen(domain);
  if (open?.id === id) {
    if (Date.parse(open.dueAt) > lostBefore) return null;
    await crawlQueue.send({ domain, id, slices: open.slices });
    await crawls.postpone(open, new Date(2 * time - Date.parse(open.updatedAt)).toISOString());
    return 'resumed';
  }
  // It is put on the list before it begins. Ids sort by time.
  if (id > newCrawlId(lostBefore)) return null;
  await openCrawls.remove({ domain, id });
  return 'ended';
}
