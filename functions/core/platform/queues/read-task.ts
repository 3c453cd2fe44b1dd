import * as z from 'zod';
import type { CrawlTask, DeliveryTask, WorkTask } from './work-queue.ts';

const domain = z.string().min(1);
const whole = z.int().nonnegative();
const attempt = whole;
const batchId = z.string().min(1);
const position = z.object({ partition: z.string().min(1), sort: z.string().min(1) });
const run = { hops: whole.optional(), resumes: whole.optional() };

const workTask = z.discriminatedUnion('task', [
  z.object({ task: z.literal('complete-record'), domain, sources: z.array(z.string()), attempt }),
  z.object({ task: z.literal('snapshot'), domain, attempt }),
  z.object({ task: z.literal('evaluate'), domain, after: position, crawls: z.boolean() }),
  z.object({
    task: z.literal('learn-suggestions'),
    queries: z.array(z.string()),
    locale: z.object({ language: z.string(), region: z.string() }),
    queuedAt: z.number(),
  }),
  z.object({ task: z.literal('read-batch'), batchId, part: whole, from: whole, ...run }),
  z.object({ task: z.literal('complete-batch'), batchId, part: whole, from: whole, ...run }),
  z.object({ task: z.literal('refresh'), domain, requestedAt: z.number() }),
]) satisfies z.ZodType<WorkTask>;

const crawlTask = z.object({
  ...{ domain, id: z.string().min(1), slices: whole },
  after: position.optional(),
}) satisfies z.ZodType<CrawlTask>;

const deliveryTask = z.object({
  delivery: z.string().min(1),
  domain: domain.optional(),
}) satisfies z.ZodType<DeliveryTask>;

/**
 * Reads a message of the worker's queues.
 *
 * @throws {z.ZodError} or {SyntaxError} for an invalid message, which becomes a failed job
 */
export function readWorkTask(body: string): WorkTask {
  return workTask.parse(JSON.parse(body));
}

/**
 * Reads a message of the crawler's queue.
 *
 * @throws as {@link readWorkTask}
 */
export function readCrawlTask(body: string): CrawlTask {
  return crawlTask.parse(JSON.parse(body));
}

/**
 * Reads a message of the queue of deliveries.
 *
 * @throws as {@link readWorkTask}
 */
export function readDeliveryTask(body: string): DeliveryTask {
  return deliveryTask.parse(JSON.parse(body));
}
