import * as z from 'zod/mini';
import { createTaskQueue, type TaskQueue } from '../platform/queues/task-queue.ts';
import type { CrawlQueueSettings, ReportQueueSettings } from './settings.ts';

/** Continues the crawl of a site. */
export const crawlTask = z.object({
  domain: z.string().check(z.minLength(1)),
  /** Id of the crawl; a message of a crawl that has ended is ignored. */
  id: z.string().check(z.minLength(1)),
  /** Number of slices of work that had ended when the message was sent; the older of two messages is ignored. */
  slices: z.int().check(z.nonnegative()),
});
export type CrawlTask = z.infer<typeof crawlTask>;

export type CrawlQueue = Pick<TaskQueue<CrawlTask>, 'send'>;

/** Makes the report of a crawl that has requested its last address. */
export const reportTask = z.object({
  task: z.literal('report'),
  domain: z.string().check(z.minLength(1)),
  /** Id of the crawl; a message of a crawl that has ended is ignored. */
  id: z.string().check(z.minLength(1)),
});
export type ReportTask = z.infer<typeof reportTask>;

export type ReportQueue = Pick<TaskQueue<ReportTask>, 'send'>;

/** Creates a client of the queue of reports, which need more memory and time than the crawler has. */
export function createReportQueue({ REPORT_QUEUE_URL }: ReportQueueSettings): ReportQueue {
  return createTaskQueue(REPORT_QUEUE_URL);
}

/** Creates a client of the queue of crawls, which is separate so that nothing waits for crawls. */
export function createCrawlQueue({ CRAWL_QUEUE_URL }: CrawlQueueSettings): CrawlQueue {
  return createTaskQueue(CRAWL_QUEUE_URL);
}
