import { type DynamoDB, ifConditionHolds, settingOf } from '../platform/dynamodb/dynamodb.ts';
import { queryItems } from '../platform/dynamodb/many-items.ts';
import { type DeliveryQueue, MAX_DELAY_SECONDS } from '../platform/queues/work-queue.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { CLAIM_MS } from './limits.ts';

/** Whose secret signs a delivery: the secret of a watch, or that of an owner (of batches and crawls). */
export interface Signer {
  owner: string;
  /** Id of the watch; `null`: the owner's own secret. */
  watch: string | null;
}

/** A delivery to be added. */
export interface NewDelivery {
  /** Sent as `webhook-id`, the same in each attempt. */
  id: string;
  /** Address of the receiver. For a watch, its current address is used. */
  url: string;
  /** JSON. */
  body: string;
  signer: Signer;
  /** Sort key of the event whose `delivery` is updated; `null`: none. */
  event: string | null;
  /** The domain that the body is about: the deletion of its data deletes the delivery; absent: none. */
  domain?: string;
}

/** A delivery that has not ended. Times are in milliseconds since the epoch. */
export interface PendingDelivery extends NewDelivery {
  created_at: number;
  /** Number of failed attempts. */
  attempts: number;
  /** Number of times in a row that an attempt was deferred. */
  deferrals: number;
  next_attempt_at: number;
  /** Whether a sender is making an attempt, or was terminated: `next_attempt_at` is then the time at which its claim ends. */
  is_claimed: boolean;
  /** When the last message about it arrives; `null`: there is none for the next attempt, and the scheduler sends it. */
  message_at: number | null;
  /** Seconds since the epoch, for DynamoDB's TTL. */
  expires_at: number;
}

/** Interval of the scheduler's runs. */
const RUN_EVERY_MS = 10 * 60_000;
/** A message that is overdue by this time may be lost. */
const LOST_AFTER_MS = 10 * 60_000;
/** Messages may arrive this much earlier than they are due, because clocks differ. */
const EARLY_MS = 1_000;
/** Longer than a delivery is attempted, so that only items left over from failures expire. */
const KEPT_MS = 3 * DAY_MS;

/** Partition of all pending deliveries. */
export const PENDING = 'pending';
const keyOf = (id: string) => ({ partition: PENDING, sort: id });

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Creates the store of pending deliveries, in the `Watches` table, and sends their messages. */
export function createDeliveries(db: DynamoDB, table: string, queue: Pick<DeliveryQueue, 'send'>, now: () => number) {
  /** Changes the schedule of a delivery that still exists. @returns false if it has ended */
  async function reschedule(id: string, schedule: Partial<PendingDelivery>): Promise<boolean> {
    const update = db.update({
      TableName: table,
      Key: keyOf(id),
      ConditionExpression: 'attribute_exists(sort)',
      ...settingOf(schedule),
    });
    return (await ifConditionHolds(update)) !== null;
  }

  /** Sends the message of the next attempt, unless it is so late that the scheduler sends it. */
  async function scheduleAttempt(id: string, at: number, counts: Pick<PendingDelivery, 'attempts' | 'deferrals'>) {
    const delayMs = Math.max(0, at - now());
    const isSent = delayMs <= MAX_DELAY_SECONDS * 1000;
    const exists = await reschedule(id, {
      ...counts,
      ...{ next_attempt_at: at, is_claimed: false, message_at: isSent ? at : null },
    });
    if (exists && isSent) await queue.send({ delivery: id }, delayMs);
  }

  async function due(time = now()): Promise<PendingDelivery[]> {
    const items = await queryItems(db, {
      TableName: table,
      KeyConditionExpression: '#partition = :partition',
      // Those whose message is lost, and those that have none for an attempt before the next run.
      FilterExpression: 'next_attempt_at <= :soon AND (message_at <= :lost OR message_at = :none)',
      ExpressionAttributeNames: { '#partition': 'partition' },
      ExpressionAttributeValues: {
        ':partition': PENDING,
        ':soon': time + RUN_EVERY_MS,
        ':lost': time - LOST_AFTER_MS,
        ':none': null,
      },
    });
    return items as unknown as PendingDelivery[];
  }

  return {
    /**
     * Adds a delivery and sends its message. A delivery with the same id that has not ended is not changed. If the caller
     * is terminated between the two, the scheduler sends the message.
     *
     * @param delayMs delay of the first attempt
     */
    async add(delivery: NewDelivery, delayMs = 0): Promise<void> {
      const time = now();
      const at = time + delayMs;
      const { id, url, body, signer, event, domain } = delivery;
      const item: PendingDelivery = {
        ...{ id, url, body, signer, event, ...(domain !== undefined && { domain }) },
        ...{ created_at: time, attempts: 0, deferrals: 0 },
        ...{ next_attempt_at: at, is_claimed: false, message_at: at },
        expires_at: Math.ceil((time + KEPT_MS) / 1000),
      };
      const put = db.put({
        TableName: table,
        Item: { ...keyOf(id), ...item },
        ConditionExpression: 'attribute_not_exists(sort)',
      });
      await ifConditionHolds(put);
      await queue.send({ delivery: id }, delayMs);
    },

    /** Returns deliveries whose message was lost, or has to be sent for an attempt before the scheduler's next run. */
    due,

    /** Sends the messages of all {@link due} deliveries. @returns their number */
    async resend(): Promise<number> {
      const list = await due();
      for (const { id, next_attempt_at } of list) {
        const at = Math.max(now(), next_attempt_at);
        if (await reschedule(id, { message_at: at })) await queue.send({ delivery: id }, at - now());
      }
      return list.length;
    },

    /**
     * Claims a delivery for one attempt. A claim that does not end in time expires, so that the delivery is sent again.
     *
     * @returns the delivery; `null` if it has ended, is not due yet, or another sender has claimed it
     */
    async claim(id: string): Promise<PendingDelivery | null> {
      const { Item } = await db.get({ TableName: table, Key: keyOf(id), ConsistentRead: true });
      const delivery = Item as PendingDelivery | undefined;
      if (!delivery) return null;
      const early = delivery.next_attempt_at - now();
      if (early > EARLY_MS) {
        // The sender that has claimed it may have been terminated, and this be its message.
        if (delivery.is_claimed) await queue.send({ delivery: id }, early);
        return null;
      }
      const until = now() + CLAIM_MS;
      const update = db.update({
        TableName: table,
        Key: keyOf(id),
        // The message may be lost with its sender.
        UpdateExpression: 'SET next_attempt_at = :until, message_at = :until, is_claimed = :yes',
        ConditionExpression: 'next_attempt_at = :read',
        ExpressionAttributeValues: { ':until': until, ':read': delivery.next_attempt_at, ':yes': true },
      });
      return (await ifConditionHolds(update)) && delivery;
    },

    /** Schedules the next attempt after a failed one. */
    retry: ({ id, attempts }: PendingDelivery, at: number) =>
      scheduleAttempt(id, at, { attempts: attempts + 1, deferrals: 0 }),

    /** Defers an attempt that cannot be made now. It does not count. */
    defer: ({ id, attempts, deferrals }: PendingDelivery, delayMs: number) =>
      scheduleAttempt(id, now() + delayMs, { attempts, deferrals: deferrals + 1 }),

    /** Deletes a delivery that has ended, after its outcome was stored. */
    async remove({ id }: Pick<PendingDelivery, 'id'>): Promise<void> {
      await db.delete({ TableName: table, Key: keyOf(id) });
    },
  };
}
