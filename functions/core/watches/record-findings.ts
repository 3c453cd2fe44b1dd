import type { Deliveries } from '../deliveries/deliveries.ts';
import { MAIL } from '../deliveries/mail.ts';
import type { Finding, WatchEvent, WatchEvents } from './store/events.ts';
import type { Watch, Watches } from './store/watches.ts';

/** Type of the deliveries of events. */
const EVENT_TYPE = 'watch.triggered';

export interface RecordServices {
  watches: Pick<Watches, 'noteEvents'>;
  events: Pick<WatchEvents, 'record'>;
  deliveries: Pick<Deliveries, 'add'>;
}

/** Members of an event that owners see, besides the outcome of its delivery. */
export type EventFacts = Pick<
  WatchEvent,
  'id' | 'at' | 'domain' | 'condition' | 'name' | 'before' | 'after' | 'measured_at'
> & { watch: string };

/** Returns what owners see of an event, in deliveries and in lists. */
export function factsOf(watch: string, event: WatchEvent): EventFacts {
  const { id, at, domain, condition, name, before, after, measured_at } = event;
  return { id, at, watch, domain, condition, name, before, after, measured_at };
}

/**
 * Records findings as events, and sends each to the receiver of the watch. It can be repeated: an event is recorded once,
 * and added to the deliveries until its first attempt.
 */
export async function recordFindings(watch: Watch, findings: Finding[], services: RecordServices): Promise<number> {
  const { watches, events, deliveries } = services;
  if (findings.length > 0 && watch.domains === null) await watches.noteEvents(findings[0]!.domain, watch);
  let recorded = 0;
  for (const finding of findings) {
    const event = await events.record(watch.id, finding);
    if (!event) continue;
    recorded += 1;
    if (event.delivery) continue;
    const body = JSON.stringify({ type: EVENT_TYPE, timestamp: event.at, data: factsOf(watch.id, event) });
    const signer = { owner: watch.owner, watch: watch.id };
    const delivery = { id: event.id, body, signer, event: event.sort, domain: event.domain };
    if (watch.deliver_url !== undefined) await deliveries.add({ ...delivery, url: watch.deliver_url });
    if (watch.mail) await deliveries.add({ ...delivery, id: `${event.id}_mail`, url: MAIL, event: null });
  }
  return recorded;
}
