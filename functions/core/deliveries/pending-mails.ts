import { absent, anyOf, contains, present, smallerThan } from '../platform/dynamodb/expressions.ts';
import { deleteItem, putItem, updateItem } from '../platform/dynamodb/table.ts';
import type { WatchSigner } from './delivery.ts';
import { MAIL } from './limits.ts';
import {
  type DeliveryStore,
  expiryOf,
  keyOf,
  type PendingDelivery,
  pendingItem,
  scheduleAttempt,
  taskOf,
} from './pending-delivery.ts';

/** Events in one mail: their keys are far below the maximum size of an item, and their outcomes are stored in a second. */
const MOST_EVENTS = 500;

/**
 * Adds an event to the pending mail of its watch, or begins one, which is sent ten minutes later: the events of a run are
 * one mail. Adding an event again changes nothing. A mail of {@link MOST_EVENTS} is followed by others.
 *
 * @param event sort key of the event
 */
export async function addToMail(store: DeliveryStore, signer: WatchSigner, event: string): Promise<void> {
  for (let part = 0; ; part += 1) {
    const id = `mail_${signer.watch}${part === 0 ? '' : `_${part}`}`;
    if (await joinMail(store, id, event)) return;
    if (await beginMail(store, id, signer, event)) return;
    // Another function has begun it in the meantime, or it is full.
    if (await joinMail(store, id, event)) return;
  }
}

function joinMail(store: DeliveryStore, id: string, event: string): Promise<boolean> {
  const when = { sort: present, events: anyOf(absent, contains(event), smallerThan(MOST_EVENTS)) };
  return updateItem(store, keyOf({ id }), { add: { events: new Set([event]) }, when });
}

async function beginMail(store: DeliveryStore, id: string, signer: WatchSigner, event: string): Promise<boolean> {
  const mail = pendingItem({ id, url: MAIL, body: '', signer, event: null }, store.now(), store.mailDelayMs);
  const item = { ...keyOf({ id }), ...mail, events: new Set([event]) };
  if (!(await putItem(store, item, { when: { sort: absent } }))) return false;
  await store.queue.send(taskOf({ id }), store.mailDelayMs);
  return true;
}

/**
 * Ends a mail that was sent. If events were added while it was sent, it is sent again with these. A repetition after an
 * interruption does the same.
 */
export async function endMail(store: DeliveryStore, mail: PendingDelivery): Promise<void> {
  const key = keyOf(mail);
  if (mail.events) {
    await updateItem(store, key, { removeFrom: { events: mail.events }, when: { sort: present } });
  }
  if (await deleteItem(store, key, { events: absent })) return;
  const time = store.now();
  await updateItem(store, key, {
    set: { created_at: time, expires_at: expiryOf(time) },
    when: { sort: present },
  });
  await scheduleAttempt(store, mail, time + store.mailDelayMs, { attempts: 0, deferrals: 0 });
}
