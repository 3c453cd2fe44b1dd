import { bindStore } from '../platform/bind-store.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absent, atMost } from '../platform/dynamodb/expressions.ts';
import { deleteFound } from '../platform/dynamodb/many-items.ts';
import {
  deleteItem,
  getItem,
  putItem,
  queryPage,
  type StartKey,
  type Store,
  updateItem,
} from '../platform/dynamodb/table.ts';
import type { NewDelivery } from './delivery.ts';
import { CLAIM_MS, MAIL_DELAY_MS } from './limits.ts';
import {
  type DeliveryStore,
  dueTime,
  isoTime,
  keyOf,
  partitionOf,
  type PendingDelivery,
  pendingItem,
  scheduleAttempt,
  taskOf,
} from './pending-delivery.ts';
import { addToMail, endMail } from './pending-mails.ts';
import { createDeliveryQueue, type DeliveryQueue, type DeliveryTask } from './tasks.ts';
import { createUnconfirmedDeliveries } from './unconfirmed.ts';
import type { WatchDeliverySettings } from './settings.ts';

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

/** Messages may arrive this much earlier than they are due, because clocks differ. */
const EARLY_MS = 1_000;

/** The sparse index by shard and time of pending deliveries, of their keys only. */
export const DUE_DELIVERIES_INDEX = 'due';

/**
 * Adds a delivery and sends its message. A delivery with the same id that has not ended is not changed. If the caller
 * is terminated between the two, the scheduler sends the message. One beyond the limit of deliveries to unconfirmed
 * addresses is not added.
 *
 * @param delayMs delay of the first attempt
 */
async function add(store: DeliveryStore, delivery: NewDelivery, delayMs = 0): Promise<void> {
  const time = store.now();
  const { id, url, body, signer, event, domain } = delivery;
  const count = signer.watch === null ? await store.unconfirmed.count(delivery) : 'confirmed';
  if (count === 'full') {
    console.warn(
      JSON.stringify({ level: 'WARN', message: 'delivery not added', delivery: id, error: 'deliveries_full' }),
    );
    return;
  }
  const item = {
    ...pendingItem({ id, url, body, signer, event, ...(domain !== undefined && { domain }) }, time, delayMs),
    ...(count === 'counted' && { is_unconfirmed: true }),
  };
  await putItem(store, { ...keyOf(delivery), ...item }, { when: { sort: absent } });
  await store.queue.send(taskOf(delivery), delayMs);
}

/** Reads the entries of a shard that are due at a time, the longest overdue first. */
async function due(store: Store, shard: string, time: number, limit: number, after?: StartKey): Promise<DueDeliveries> {
  const key = { due_shard: shard, due_at: atMost(isoTime(time)) };
  const { items, next } = await queryPage<DueDelivery>(store, key, { index: DUE_DELIVERIES_INDEX, limit, after });
  return { due: items, next };
}

/**
 * Sends the message of a delivery that has none for an attempt before the scheduler's next run, or whose message may
 * be lost, and sets the time at which the scheduler reads it again. Only one of concurrent runs does that. If it is
 * terminated before the message is sent, a later run sends it.
 *
 * @returns whether a message was sent
 */
async function resend(store: DeliveryStore, { partition, sort, due_at }: DueDelivery): Promise<boolean> {
  const delivery = await getItem<PendingDelivery>(store, { partition, sort }, { consistent: true });
  // The index may be behind the table.
  if (delivery?.due_at !== due_at) return false;
  const { next_attempt_at } = delivery;
  const isSent = dueTime(delivery) <= store.now();
  const message_at = isSent ? Math.max(store.now(), next_attempt_at) : delivery.message_at;
  const set = { message_at, due_at: isoTime(dueTime({ message_at, next_attempt_at })) };
  // A sender may have claimed the delivery in the meantime.
  const isSet = await updateItem(store, { partition, sort }, { set, when: { due_at, next_attempt_at } });
  if (!isSet || !isSent) return false;
  await store.queue.send(taskOf(delivery), Math.max(0, message_at! - store.now()));
  return true;
}

/**
 * Claims a delivery for one attempt. A claim that does not end in time expires, so that the delivery is sent again.
 *
 * @returns the delivery; `null` if it has ended, is not due yet, or another sender has claimed it
 */
async function claim(store: DeliveryStore, task: DeliveryTask): Promise<PendingDelivery | null> {
  const key = keyOf({ id: task.delivery, domain: task.domain });
  const delivery = await getItem<PendingDelivery>(store, key, { consistent: true });
  if (!delivery) return null;
  const { next_attempt_at } = delivery;
  const early = next_attempt_at - store.now();
  if (early > EARLY_MS) {
    // The sender that has claimed it may have been terminated, and this be its message.
    if (delivery.is_claimed) await store.queue.send(task, early);
    return null;
  }
  const until = store.now() + CLAIM_MS;
  // The message may be lost with its sender.
  const set = { next_attempt_at: until, message_at: until, is_claimed: true };
  return (await updateItem(store, key, { set, when: { next_attempt_at } })) ? delivery : null;
}

/** Schedules the next attempt after a failed one. */
const retry = (store: DeliveryStore, delivery: PendingDelivery, at: number) =>
  scheduleAttempt(store, delivery, at, { attempts: delivery.attempts + 1, deferrals: 0 });

/** Defers an attempt that cannot be made now. It does not count. */
const defer = (store: DeliveryStore, delivery: PendingDelivery, at: number) =>
  scheduleAttempt(store, delivery, at, { attempts: delivery.attempts, deferrals: delivery.deferrals + 1 });

/** Deletes a delivery that has ended, after its outcome was stored. */
async function remove(store: DeliveryStore, delivery: PendingDelivery): Promise<void> {
  // First, so that nothing is counted that does not exist: it expires only after a day.
  if (delivery.is_unconfirmed) await store.unconfirmed.remove(delivery);
  await deleteItem(store, keyOf(delivery));
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/**
 * Creates the store of pending deliveries, in the `Watches` table, and sends their messages.
 *
 * @param mailDelayMs time from the first event of a mail until it is sent
 */
export function createDeliveries(
  db: DynamoDB,
  table: string,
  queue: DeliveryQueue,
  now: () => number,
  mailDelayMs = MAIL_DELAY_MS,
) {
  const store = { db, table, now, queue, mailDelayMs, unconfirmed: createUnconfirmedDeliveries(db, table, now) };
  return bindStore(store, { add, addToMail, endMail, due, resend, claim, retry, defer, remove });
}

/** Creates the store of pending deliveries and mails from the settings. */
export function createPendingDeliveries(db: DynamoDB, settings: WatchDeliverySettings): Deliveries {
  const { WATCHES_TABLE: table, MAIL_DELAY_SECONDS } = settings;
  return createDeliveries(db, table, createDeliveryQueue(settings), Date.now, MAIL_DELAY_SECONDS * 1000);
}

/** Deletes the pending deliveries about a domain. */
export function deleteDeliveriesAbout(db: DynamoDB, table: string, domain: string): Promise<void> {
  return deleteFound({ db, table }, ['partition', 'sort'], { partition: partitionOf(domain) });
}
