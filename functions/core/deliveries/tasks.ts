import * as z from 'zod/mini';
import { createTaskQueue, type TaskQueue } from '../platform/queues/task-queue.ts';
import type { DeliveryQueueSettings } from './settings.ts';

/** Sends a pending delivery to its receiver. */
export const deliveryTask = z.object({
  /** Id of the pending delivery; a message about one that has ended, or is not due yet, is ignored. */
  delivery: z.string().check(z.minLength(1)),
  /** The domain that it is about, which is part of its key; absent: none. */
  domain: z.optional(z.string().check(z.minLength(1))),
});
export type DeliveryTask = z.infer<typeof deliveryTask>;

export type DeliveryQueue = Pick<TaskQueue<DeliveryTask>, 'send'>;

/** Creates a client of the queue of deliveries, which neither wait for other work nor delay it. */
export function createDeliveryQueue({ DELIVERY_QUEUE_URL }: DeliveryQueueSettings): DeliveryQueue {
  return createTaskQueue(DELIVERY_QUEUE_URL);
}
