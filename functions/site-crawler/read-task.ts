import * as z from 'zod';
import type { CrawlTask } from '../core/platform/queues/work-queue.ts';

const task = z.object({
  domain: z.string().min(1),
  id: z.string().min(1),
  slices: z.int().nonnegative(),
}) satisfies z.ZodType<CrawlTask>;

/**
 * @param body body of a message
 * @throws {z.ZodError} or {SyntaxError} for an invalid message, which becomes a dead letter
 */
export function readTask(body: string): CrawlTask {
  return task.parse(JSON.parse(body));
}
