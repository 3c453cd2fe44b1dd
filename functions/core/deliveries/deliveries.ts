import { type DynamoDB, ifConditionHolds, settingOf } from '../platform/dynamodb/dynamodb.ts';
import { deletePartition } from '../platform/dynamodb/many-items.ts';
import { shardOf } from '../platform/names/shards.ts';
import { MAX_DELAY_SECONDS } from '../platform/queues/task-queue.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { NewDelivery } from './delivery.ts';
import { CLAIM_MS } from './limits.ts';
import type { DeliveryQueue, DeliveryTask } from './tasks.ts';
import { createUnconfirmedDeliveries } from './unconfirmed.ts';

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
  /** Partition of the index of due deliveries. */
  due_shard: string;
  /**
   * ISO 8601 time at which the scheduler reads the delivery, to send a message or to move this time. It may be earlier
   * than necessary: attempts and their messages do not change it, since writes to an index cost as much as those to the
   * table.
   */
  due_at: string;
  /** Whether it counts as one to an unconfirmed address of its owner. */
  is_unconfirmed?: boolean;
  /** Seconds since the epoch, for DynamoDB's TTL. */
  expires_at: number;
}

/** An entry of the index of due deliveries. */
export interface DueDelivery extends Pick<PendingDelivery, 'due_shard' | 'due_at'> {
  partition: string;
  sort: string;
}

/** A page of the index; `next` is `undefined` on the last one. */
export interface DueDeliveries {
  due: DueDelivery[];
  next: Record<string, unknown> | undefined;
}

/** Interval of the scheduler's runs. */
const RUN_EVERY_MS = 10 * 60_000;
/** A message that is overdue by this time may be lost. */
const LOST_AFTER_MS = 10 * 60_000;
/** Messages may arrive this much earlier than they are due, because clocks differ. */
const EARLY_MS = 1_000;
/** Longer than a delivery is attempted, so that only items left over from failures expire. */
const KEPT_MS = 3 * DAY_MS;

/** The sparse index by shard and time of pending deliveries, of their keys only. */
export const DUE_DELIVERIES_INDEX = 'due';

/** What the key of a delivery consists of. */
interface Name {
  id: string;
  domain?: string | undefined;
}

/** Deliveries about a domain are in one partition, so that they are deleted with it. */
const partitionOf = (domain: string) => `deliveries#${domain}`;
const keyOf = ({ id, domain }: Name) => ({
  partition: domain === undefined ? `delivery#${id}` : partitionOf(domain),
  sort: id,
});
const taskOf = ({ id, domain }: Name): DeliveryTask => ({ delivery: id, ...(domain !== undefined && { domain }) });

/** Returns when the scheduler has to send a message: when the last one is lost, or before an attempt without a message. */
function dueTime({ message_at, next_attempt_at }: Pick<PendingDelivery, 'message_at' | 'next_attempt_at'>): number {
  return message_at === null ? next_attempt_at - RUN_EVERY_MS : message_at + LOST_AFTER_MS;
}

const isoTime = (time: number) => new Date(time).toISOString();

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Creates the store of pending deliveries, in the `Watches` table, and sends their messages. */
export function createDeliveries(db: DynamoDB, table: string, queue: DeliveryQueue, now: () => number) {
  const unconfirmed = createUnconfirmedDeliveries(db, table, now);

  /** Schedules the next attempt, and sends its message unless it is so late that the scheduler sends it. */
  async function scheduleAttempt(name: Name, at: number, counts: Pick<PendingDelivery, 'attempts' | 'deferrals'>) {
    const delayMs = Math.max(0, at - now());
    const isSent = delayMs <= MAX_DELAY_SECONDS * 1000;
    const next = { next_attempt_at: at, message_at: isSent ? at : null };
    const update = db.update({
      TableName: table,
      Key: keyOf(name),
      ConditionExpression: 'attribute_exists(sort)',
      ...settingOf({ ...counts, ...next, is_claimed: false, ...(!isSent && { due_at: isoTime(dueTime(next)) }) }),
    });
    if ((await ifConditionHolds(update)) && isSent) await queue.send(taskOf(name), delayMs);
  }

  return {
    /**
     * Adds a delivery and sends its message. A delivery with the same id that has not ended is not changed. If the caller
     * is terminated between the two, the scheduler sends the message. One beyond the limit of deliveries to unconfirmed
     * addresses is not added.
     *
     * @param delayMs delay of the first attempt
     */
    async add(delivery: NewDelivery, delayMs = 0): Promise<void> {
      const time = now();
      const at = time + delayMs;
      const { id, url, body, signer, event, domain } = delivery;
      const count = signer.watch === null ? await unconfirmed.count(delivery) : 'confirmed';
      if (count === 'full') {
        console.warn(
          JSON.stringify({ level: 'WARN', message: 'delivery not added', delivery: id, error: 'deliveries_full' }),
        );
        return;
      }
      const first = { next_attempt_at: at, message_at: at };
      const item: PendingDelivery = {
        ...{ id, url, body, signer, event, ...(domain !== undefined && { domain }) },
        ...{ created_at: time, attempts: 0, deferrals: 0, ...first, is_claimed: false },
        ...{ due_shard: shardOf(id), due_at: isoTime(dueTime(first)) },
        ...(count === 'counted' && { is_unconfirmed: true }),
        expires_at: Math.ceil((time + KEPT_MS) / 1000),
      };
      const put = db.put({
        TableName: table,
        Item: { ...keyOf(delivery), ...item },
        ConditionExpression: 'attribute_not_exists(sort)',
      });
      await ifConditionHolds(put);
      await queue.send(taskOf(delivery), delayMs);
    },

    /** Reads the entries of a shard that are due at a time, the longest overdue first. */
    async due(shard: string, time: number, limit: number, start?: DueDeliveries['next']): Promise<DueDeliveries> {
      const page = await db.query({
        TableName: table,
        IndexName: DUE_DELIVERIES_INDEX,
        KeyConditionExpression: 'due_shard = :shard AND due_at <= :time',
        ExpressionAttributeValues: { ':shard': shard, ':time': isoTime(time) },
        Limit: limit,
        ...(start && { ExclusiveStartKey: start }),
      });
      return { due: (page.Items ?? []) as unknown as DueDelivery[], next: page.LastEvaluatedKey };
    },

    /**
     * Sends the message of a delivery that has none for an attempt before the scheduler's next run, or whose message may
     * be lost, and sets the time at which the scheduler reads it again. Only one of concurrent runs does that. If it is
     * terminated before the message is sent, a later run sends it.
     *
     * @returns whether a message was sent
     */
    async resend({ partition, sort, due_at }: DueDelivery): Promise<boolean> {
      const Key = { partition, sort };
      const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
      const delivery = Item as PendingDelivery | undefined;
      // The index may be behind the table.
      if (delivery?.due_at !== due_at) return false;
      const { next_attempt_at } = delivery;
      const isSent = dueTime(delivery) <= now();
      const message_at = isSent ? Math.max(now(), next_attempt_at) : delivery.message_at;
      const setting = settingOf({ message_at, due_at: isoTime(dueTime({ message_at, next_attempt_at })) });
      const update = db.update({
        ...{ TableName: table, Key, ...setting },
        // A sender may have claimed the delivery in the meantime.
        ConditionExpression: '#due_at = :read AND next_attempt_at = :attempt',
        ExpressionAttributeValues: {
          ...setting.ExpressionAttributeValues,
          ...{ ':read': due_at, ':attempt': next_attempt_at },
        },
      });
      if (!(await ifConditionHolds(update)) || !isSent) return false;
      await queue.send(taskOf(delivery), Math.max(0, message_at! - now()));
      return true;
    },

    /**
     * Claims a delivery for one attempt. A claim that does not end in time expires, so that the delivery is sent again.
     *
     * @returns the delivery; `null` if it has ended, is not due yet, or another sender has claimed it
     */
    async claim(task: DeliveryTask): Promise<PendingDelivery | null> {
      const Key = keyOf({ id: task.delivery, domain: task.domain });
      const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
      const delivery = Item as PendingDelivery | undefined;
      if (!delivery) return null;
      const early = delivery.next_attempt_at - now();
      if (early > EARLY_MS) {
        // The sender that has claimed it may have been terminated, and this be its message.
        if (delivery.is_claimed) await queue.send(task, early);
        return null;
      }
      const until = now() + CLAIM_MS;
      const update = db.update({
        TableName: table,
        Key,
        // The message may be lost with its sender.
        UpdateExpression: 'SET next_attempt_at = :until, message_at = :until, is_claimed = :yes',
        ConditionExpression: 'next_attempt_at = :read',
        ExpressionAttributeValues: { ':until': until, ':read': delivery.next_attempt_at, ':yes': true },
      });
      return (await ifConditionHolds(update)) && delivery;
    },

    /** Schedules the next attempt after a failed one. */
    retry: (delivery: PendingDelivery, at: number) =>
      scheduleAttempt(delivery, at, { attempts: delivery.attempts + 1, deferrals: 0 }),

    /** Defers an attempt that cannot be made now. It does not count. */
    defer: (delivery: PendingDelivery, at: number) =>
      scheduleAttempt(delivery, at, { attempts: delivery.attempts, deferrals: delivery.deferrals + 1 }),

    /** Deletes a delivery that has ended, after its outcome was stored. */
    async remove(delivery: PendingDelivery): Promise<void> {
      // First, so that nothing is counted that does not exist: it expires only after a day.
      if (delivery.is_unconfirmed) await unconfirmed.remove(delivery);
      await db.delete({ TableName: table, Key: keyOf(delivery) });
    },
  };
}

/** Deletes the pending deliveries about a domain. */
export function deleteDeliveriesAbout(db: DynamoDB, table: string, domain: string): Promise<void> {
  return deletePartition(db, { table, partitionKey: 'partition', sortKey: 'sort', value: partitionOf(domain) });
}
