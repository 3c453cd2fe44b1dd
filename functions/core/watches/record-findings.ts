import type { Deliveries } from '../deliveries/deliveries.ts';
import type { EventFacts, WatchTriggered } from './delivery-schema.ts';
import type { Finding, WatchEvent, WatchEvents } from './store/events.ts';
import type { Watch, Watches } from './store/watches.ts';

export interface RecordServices {
  watches: Pick<Watches, 'noteEvents'>;
  events: Pick<WatchEvents, 'record' | 'markSent'>;
  deliveries: Pick<Deliveries, 'add' | 'addToMail'>;
}

/** Returns what owners see of an event, in deliveries and in lists. */
export function factsOf(watch: string, event: WatchEvent): EventFacts {
  const { id, at, domain, condition, name, before, after, measured_at } = event;
  return { id, at, watch, domain, condition, name, before, after, measured_at } as EventFacts;
}

/**
 * Records findings as events, and adds each to the deliveries of the watch's receiver and to the next mail to the operator.
 * It can be repeated: an event is recorded once, and added to the deliveries once, or again under the same id after an
 * interruption.
 */
export async function recordFindings(watch: Watch, findings: Finding[], services: RecordServices): Promise<void> {
  const { watches, events } = services;
  if (findings.length > 0 && watch.domains === null) await watches.noteEvents(findings[0]!.domain, watch);
  for (const finding of findings) {
    const event = await events.record(watch.id, finding);
    if (!event || event.is_sent) continue;
    if (await addDeliveries(watch, event, services)) await events.markSent(watch.id, event);
  }
}

/** @returns whether the watch has a receiver or sends mails */
async function addDeliveries(watch: Watch, event: WatchEvent, { deliveries }: RecordServices): Promise<boolean> {
  const { id, owner, deliver_url: url, mail } = watch;
  const body = { type: 'watch.triggered', timestamp: event.at, data: factsOf(id, event) } satisfies WatchTriggered;
  const signer = { owner, watch: id };
  if (url !== undefined) {
    await deliveries.add({
      ...{ id: event.id, url, body: JSON.stringify(body), signer },
      event: event.sort,
      domain: event.domain,
    });
  }
  if (mail) await deliveries.addToMail(signer, event.sort);
  return url !== undefined || mail;
}
