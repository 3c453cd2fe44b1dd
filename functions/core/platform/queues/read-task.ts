import type * as z from 'zod/mini';

/**
 * Reads the body of a message.
 *
 * @param schema the tasks of the queue
 * @throws {z.core.$ZodError} or {SyntaxError} for an invalid message, which becomes a failed job
 */
export function readTask<Task extends object>(schema: z.ZodMiniType<Task>, body: string): Task {
  return schema.parse(JSON.parse(body));
}
