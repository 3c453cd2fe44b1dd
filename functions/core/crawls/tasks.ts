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
  /** Whether an earlier attempt of this slice has failed, so that it has an invocation alone. */
  alone: z.optional(z.boolean()),
});
export type CrawlTask = z.infer<typeof crawlTask>;

/** Continues crawls that one invocation has worked on, so that they stay together. */
export const crawlsTask = z.object({ crawls: z.array(crawlTask).check(z.minLength(1)) });
export type CrawlsTask = z.infer<typeof crawlsTask>;

/** The messages of the queue of crawls. */
export const crawlMessage = z.union([crawlTask, crawlsTask]);
export type CrawlMessage = z.infer<typeof crawlMessage>;

export type CrawlQueue = Pick<TaskQueue<CrawlTask>, 'send'>;
export type CrawlsQueue = Pick<TaskQueue<CrawlsTask>, 'send'>;

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

/** Creates a client of the same queue for messages that continue several crawls. */
export function createCrawlsQueue({ CRAWL_QUEUE_URL }: CrawlQueueSettings): CrawlsQueue {
  return createTaskQueue(CRAWL_QUEUE_URL);
}
