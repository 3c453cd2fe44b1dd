import type * as z from 'zod/mini';

/** Thrown for a message that is not a task of its queue; it becomes a failed job. */
export class InvalidMessage extends Error {
  readonly code = 'invalid_message';
}

/**
 * Reads the body of a message.
 *
 * @param schema the tasks of the queue
 * @throws {InvalidMessage}
 */
export function readTask<Task extends object>(schema: z.ZodMiniType<Task>, body: string): Task {
  try {
    return schema.parse(JSON.parse(body));
  } catch (cause) {
    throw new InvalidMessage('The message is not a task of its queue', { cause });
  }
}
