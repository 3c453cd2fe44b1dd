import type { Deliveries } from './deliveries.ts';
import type { DeliveryOutcomes, EventDelivery, SignerState } from './delivery-outcomes.ts';
import { eachAtOnce } from '../platform/dynamodb/many-items.ts';
import type { AddressTest } from './delivery-schema.ts';
import type { WatchSigner } from './delivery.ts';
import { MAIL } from './limits.ts';
import type { PendingDelivery } from './pending-delivery.ts';
import { receiverHost } from './receiver-slots.ts';
import { nextAttemptAt, RETRIED_FOR_MS, slotDelayMs, testDelayMs } from './retry-plan.ts';
import { type Attempt, GONE, sendSigned } from './send-signed.ts';
import { sendTest, type TestServices } from './send-test.ts';
import type { DeliveryTask } from './tasks.ts';

/**
 * Sends a mail about events of a watch.
 *
 * @param events sort keys of the events, in order
 * @returns the code of a failure; `null`: it was sent
 */
export type SendMail = (signer: WatchSigner, events: string[]) => Promise<{ error: string | null }>;

/** Code of a mail whose events have been deleted. */
export const NO_EVENTS = 'events_deleted';

/** Dependencies of delivering. */
export interface DeliverServices extends TestServices {
  deliveries: Pick<Deliveries, 'claim' | 'retry' | 'defer' | 'remove' | 'endMail'>;
  outcomes: DeliveryOutcomes;
  mail: SendMail;
}

/** Logged; contains neither the receiver's address nor the body. */
interface Facts {
  delivery: string;
  outcome: 'ignored' | 'deferred' | 'delivered' | 'retried' | 'failed' | 'dropped';
  status?: number | null;
  error?: string | null;
  attempts?: number;
}

/**
 * Makes the next attempt of a pending delivery. The delivery is deleted after its outcome was stored, so that it is sent
 * again, with the same id, if this sender is terminated before.
 */
export async function deliver(task: DeliveryTask, services: DeliverServices): Promise<Facts> {
  const { deliveries, outcomes } = services;
  const { delivery: id } = task;
  const delivery = await deliveries.claim(task);
  if (!delivery) return { delivery: id, outcome: 'ignored' };
  const state = await outcomes.readSigner(delivery.signer);
  if (!state) {
    await deliveries.remove(delivery);
    return { delivery: id, outcome: 'dropped', error: 'watch_deleted' };
  }
  if (delivery.url === MAIL) return sendMail(delivery, state, services);
  const url = delivery.signer.watch === null ? delivery.url : state.deliver_url;
  if (!url && state.unconfirmed_url) return defer(delivery, UNCONFIRMED, services);
  if (!url) return end(delivery, 'dropped', 'receiver_removed', services);
  // The address of a batch or crawl has to answer a test first.
  if (delivery.signer.watch !== null && (await outcomes.isWithdrawn(delivery.signer.owner, url))) {
    if (!state.failing) await outcomes.markFailing(delivery.signer, url, { since: services.now(), reason: GONE });
    return end(delivery, 'dropped', GONE, services);
  }
  return attempt(delivery, url, state, services);
}

/** Ends a delivery without an attempt. */
async function end(
  delivery: PendingDelivery,
  outcome: 'dropped' | 'failed',
  error: string | null,
  services: DeliverServices,
): Promise<Facts> {
  const attempt = { status: null, error, retryAfterMs: null };
  await recordEvent(delivery, 'failed', delivery.attempts, attempt, services);
  await services.deliveries.remove(delivery);
  return { delivery: delivery.id, outcome, error };
}

/** Code of a watch whose new address has not answered a challenge. */
const UNCONFIRMED = 'receiver_unconfirmed';

/** Delays of an attempt that cannot be made now, by the code of the reason. */
const DEFERRAL_DELAYS = {
  [UNCONFIRMED]: testDelayMs,
  /** The address of a batch or crawl is unconfirmed, and its owner may not test it now. */
  not_tested: testDelayMs,
  /** The receiver's host has no free slot. */
  receiver_busy: slotDelayMs,
};

/**
 * Sends the pending mail of a watch. If SNS does not accept it, the message is delivered again. An event has the outcome
 * of one delivery: of the mail only if there is no receiver.
 */
async function sendMail(delivery: PendingDelivery, state: SignerState, services: DeliverServices): Promise<Facts> {
  const events = [...(delivery.events ?? [])].toSorted();
  const { error } =
    events.length > 0 ? await services.mail(delivery.signer as WatchSigner, events) : { error: NO_EVENTS };
  if (state.deliver_url === undefined && error !== NO_EVENTS) {
    const attempt = { status: null, error, retryAfterMs: null };
    await eachAtOnce(events, (event) =>
      recordEvent({ ...delivery, event }, error === null ? 'delivered' : 'failed', 1, attempt, services),
    );
  }
  await services.deliveries.endMail(delivery);
  return { delivery: delivery.id, outcome: error === null ? 'delivered' : 'dropped', error };
}

async function attempt(
  delivery: PendingDelivery,
  url: string,
  state: SignerState,
  services: DeliverServices,
): Promise<Facts> {
  const { deliveries, outcomes, slots, now } = services;
  const { id, signer } = delivery;
  const release = await slots.take(receiverHost(url));
  if (!release) return defer(delivery, 'receiver_busy', services);
  // A slot that cannot be released expires.
  const result = await sendTo(delivery, url, state, services).finally(() => release().catch(() => {}));
  if (!result) return defer(delivery, 'not_tested', services);
  const attempts = delivery.attempts + 1;
  const facts = { delivery: id, status: result.status, error: result.error, attempts };

  if (result.error === null) {
    await recordEvent(delivery, 'delivered', attempts, result, services);
    if (state.failing) await outcomes.clearFailing(signer, url);
    await deliveries.remove(delivery);
    return { ...facts, outcome: 'delivered' };
  }
  const { retryAfterMs } = result;
  const next = nextAttemptAt({ attempts, createdAt: delivery.created_at, retryAfterMs, now: now() });
  if (result.error !== GONE && next !== null) {
    await recordEvent(delivery, 'pending', attempts, result, services);
    await deliveries.retry(delivery, next);
    return { ...facts, outcome: 'retried' };
  }
  await recordEvent(delivery, 'failed', attempts, result, services);
  if (result.error === GONE) await outcomes.withdraw(signer.owner, url);
  if (signer.watch !== null) {
    await outcomes.markFailing(signer, url, { since: state.failing?.since ?? now(), reason: result.error });
  }
  await deliveries.remove(delivery);
  return { ...facts, outcome: 'failed' };
}

/** Defers an attempt. A delivery that would be deferred for more than a day ends instead. */
async function defer(
  delivery: PendingDelivery,
  reason: keyof typeof DEFERRAL_DELAYS,
  services: DeliverServices,
): Promise<Facts> {
  const at = services.now() + DEFERRAL_DELAYS[reason](delivery.deferrals);
  if (at > delivery.created_at + RETRIED_FOR_MS) return end(delivery, 'failed', reason, services);
  await services.deliveries.defer(delivery, at);
  return { delivery: delivery.id, outcome: 'deferred' };
}

/**
 * Sends a delivery. A new address of an owner's batches and crawls is challenged first, and gets nothing until it
 * answers.
 *
 * @returns `null` if the address is new, and the owner may not challenge one now
 */
async function sendTo(
  { id, body, signer }: PendingDelivery,
  url: string,
  secret: SignerState,
  services: DeliverServices,
): Promise<Attempt | null> {
  if (signer.watch === null && !secret.confirmed?.has(url)) {
    if (await services.tests.take({ owner: signer.owner, url, isConfirmed: false })) return null;
    const data: AddressTest['data'] = { watch: null };
    const test = await sendTest({ id: `${id}_test`, url, signer, secret, data }, services);
    if (test.error !== null) return { ...test, retryAfterMs: null };
    await services.outcomes.confirm(signer.owner, url);
  }
  return sendSigned({ id, url, body, signer, secret }, services);
}

async function recordEvent(
  { signer, event }: PendingDelivery,
  state: EventDelivery['state'],
  attempts: number,
  { status, error }: Attempt,
  { outcomes, now }: DeliverServices,
): Promise<void> {
  if (signer.watch === null || event === null) return;
  const delivery = { state, attempts, last_status: status, last_error: error, at: now() };
  await outcomes.recordEvent(signer.watch, event, delivery);
}
