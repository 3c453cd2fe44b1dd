import * as z from 'zod';
import type { WorkTask } from '../core/platform/queues/work-queue.ts';

const domain = z.string().min(1);
const whole = z.int().nonnegative();
const attempt = whole;
const batchId = z.string().min(1);
const run = { hops: whole.optional(), resumes: whole.optional() };

const task = z.discriminatedUnion('task', [
  z.object({ task: z.literal('complete-record'), domain, sources: z.array(z.string()), attempt }),
  z.object({ task: z.literal('snapshot'), domain, attempt }),
  z.object({
    task: z.literal('learn-suggestions'),
    queries: z.array(z.string()),
    locale: z.object({ language: z.string(), region: z.string() }),
    queuedAt: z.number(),
  }),
  z.object({ task: z.literal('read-batch'), batchId, part: whole, from: whole, ...run }),
  z.object({ task: z.literal('complete-batch'), batchId, part: whole, from: whole, ...run }),
  z.object({ task: z.literal('refresh'), domain, askedAt: z.number() }),
]) satisfies z.ZodType<WorkTask>;

/**
 * @param body body of a message
 * @throws {z.ZodError} or {SyntaxError} for an invalid message, which becomes a dead letter
 */
export function readTask(body: string): WorkTask {
  return task.parse(JSON.parse(body));
}
