import type { Store } from '../platform/dynamodb/table.ts';
import { updateItem } from '../platform/dynamodb/table.ts';
import { present } from '../platform/dynamodb/expressions.ts';
import { shardOf } from '../platform/names/shards.ts';
import { MAX_DELAY_SECONDS } from '../platform/queues/task-queue.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { NewDelivery } from './delivery.ts';
import type { DeliveryQueue, DeliveryTask } from './tasks.ts';
import type { UnconfirmedDeliveries } from './unconfirmed.ts';

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
  /** Of a mail: sort keys of the events of its watch that it reports; absent: all were sent. */
  events?: Set<string>;
  /** Seconds since the epoch, for DynamoDB's TTL. */
  expires_at: number;
}

/** Interval of the scheduler's runs. */
const RUN_EVERY_MS = 10 * 60_000;
/** A message that is overdue by this time may be lost. */
const LOST_AFTER_MS = 10 * 60_000;
/** Longer than a delivery is attempted, so that only items left over from failures expire. */
const KEPT_MS = 3 * DAY_MS;

/** What the key of a delivery consists of. */
interface Name {
  id: string;
  domain?: string | undefined;
}

/** Deliveries about a domain are in one partition, so that they are deleted with it. */
export const partitionOf = (domain: string) => `deliveries#${domain}`;
export const keyOf = ({ id, domain }: Name) => ({
  partition: domain === undefined ? `delivery#${id}` : partitionOf(domain),
  sort: id,
});
export const taskOf = ({ id, domain }: Name): DeliveryTask => ({
  delivery: id,
  ...(domain !== undefined && { domain }),
});

/** Returns when the scheduler has to send a message: when the last one is lost, or before an attempt without a message. */
export function dueTime({
  message_at,
  next_attempt_at,
}: Pick<PendingDelivery, 'message_at' | 'next_attempt_at'>): number {
  return message_at === null ? next_attempt_at - RUN_EVERY_MS : message_at + LOST_AFTER_MS;
}

export const isoTime = (time: number) => new Date(time).toISOString();

export interface DeliveryStore extends Store {
  queue: DeliveryQueue;
  /** Time from the first event of a mail until it is sent. */
  mailDelayMs: number;
  unconfirmed: UnconfirmedDeliveries;
}

/** Returns a delivery without attempts. */
export function pendingItem(delivery: NewDelivery, time: number, delayMs: number): PendingDelivery {
  const first = { next_attempt_at: time + delayMs, message_at: time + delayMs };
  return {
    ...delivery,
    created_at: time,
    attempts: 0,
    deferrals: 0,
    ...first,
    is_claimed: false,
    due_shard: shardOf(delivery.id),
    due_at: isoTime(dueTime(first)),
    expires_at: expiryOf(time),
  };
}

export const expiryOf = (time: number) => Math.ceil((time + KEPT_MS) / 1000);

/** Schedules the next attempt, and sends its message unless it is so late that the scheduler sends it. */
export async function scheduleAttempt(
  store: DeliveryStore,
  name: Name,
  at: number,
  counts: Pick<PendingDelivery, 'attempts' | 'deferrals'>,
): Promise<void> {
  const delayMs = Math.max(0, at - store.now());
  const isSent = delayMs <= MAX_DELAY_SECONDS * 1000;
  const next = { next_attempt_at: at, message_at: isSent ? at : null };
  const set = { ...counts, ...next, is_claimed: false, ...(!isSent && { due_at: isoTime(dueTime(next)) }) };
  const isScheduled = await updateItem(store, keyOf(name), { set, when: { sort: present } });
  if (isScheduled && isSent) await store.queue.send(taskOf(name), delayMs);
}
