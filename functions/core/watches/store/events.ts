import { randomUUID } from 'node:crypto';
import type { EventDelivery } from '../../deliveries/delivery-outcomes.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, between, lessThan, present } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';
import { getItem, putItem, queryPage, type Store, updateItem } from '../../platform/dynamodb/table.ts';
import { DAY_MS } from '../../platform/time/day.ts';
import type { EventFacts } from '../delivery-schema.ts';

/** Events are kept for this time. */
export const EVENTS_KEPT_MS = 90 * DAY_MS;
/** A recording that was interrupted is repeated after this time. */
const INTERRUPTED_MS = 60_000;
/**
 * Events younger than this are not listed yet: of two that are recorded at the same time, the older one may be stored
 * last, and a client that has read the other would miss it. It exceeds the time limit of a write.
 */
export const SETTLE_MS = 5_000;

type FindingOf<Facts> = Facts extends unknown ? Omit<Facts, 'at' | 'watch' | 'sample'> : never;

/** What a condition has found. Its id is the same whenever the same snapshot or crawl is evaluated. */
export type Finding = FindingOf<EventFacts>;

/** An event of a watch. */
export type WatchEvent = Finding & {
  /** Sort key. */
  sort: string;
  /** When it was recorded: ISO 8601 time. */
  at: string;
  /** Its deliveries have been added; absent: not yet, or the watch has no receiver and sends no mails. */
  is_sent?: true;
  /** Absent: no delivery was attempted yet, or the watch has no receiver. */
  delivery?: EventDelivery;
};

/** Marker of an event. */
interface Marker {
  /** When its recording began: ISO 8601 time. */
  at: string;
  /** Random token of the recording. */
  by: string;
}

export interface EventPage {
  events: WatchEvent[];
  /** Sort key after which the next page begins; `null`: this is the last page. */
  next: string | null;
}

/** Returns the partition of the events of a watch. */
export const eventsOf = (watch: string) => `events#${watch}`;

/** Markers sort after all times. */
const markerKey = (watch: string, id: string) => ({ partition: eventsOf(watch), sort: `id#${id}` });
const AFTER_TIMES = ':';

const expiryOf = (recordedAt: number) => Math.ceil((recordedAt + EVENTS_KEPT_MS) / 1000);

const readAt = (store: Store, watch: string, sort: string) =>
  getItem<WatchEvent>(store, { partition: eventsOf(watch), sort }, { consistent: true });
const readMarker = (store: Store, watch: string, id: string) =>
  getItem<Marker>(store, markerKey(watch, id), { consistent: true });

/** @returns the time of the recording; `null` if another one has begun at another time than `seen` */
async function mark(store: Store, watch: string, id: string, seen: string | null): Promise<string | null> {
  const time = store.now();
  const at = new Date(time).toISOString();
  const by = randomUUID();
  const marker = { ...markerKey(watch, id), at, by, expires_at: expiryOf(time) };
  if (await putItem(store, marker, { when: seen === null ? { sort: absent } : { at: seen } })) return at;
  // The SDK repeats a write whose response was lost, and the condition then fails because of the first one.
  return (await readMarker(store, watch, id))?.by === by ? at : null;
}

async function add(store: Store, watch: string, finding: Finding, at: string): Promise<WatchEvent> {
  const event: WatchEvent = { ...finding, at, sort: `${at}#${finding.id}` };
  const item = { partition: eventsOf(watch), ...event, expires_at: expiryOf(Date.parse(at)) };
  await putItem(store, item, { when: { sort: absent } });
  return event;
}

/**
 * Records a finding, unless it was recorded before.
 *
 * @returns the event; `null` if another recording is in progress
 */
async function record(store: Store, watch: string, finding: Finding): Promise<WatchEvent | null> {
  const at = (await readMarker(store, watch, finding.id))?.at ?? null;
  if (at !== null) {
    const recorded = await readAt(store, watch, `${at}#${finding.id}`);
    if (recorded || store.now() - Date.parse(at) < INTERRUPTED_MS) return recorded ?? null;
  }
  const begun = await mark(store, watch, finding.id, at);
  return begun === null ? null : add(store, watch, finding, begun);
}

/** Stores that the deliveries of an event have been added, unless the event has been deleted. */
async function markSent(store: Store, watch: string, { sort }: WatchEvent): Promise<void> {
  await updateItem(store, { partition: eventsOf(watch), sort }, { set: { is_sent: true }, when: { sort: present } });
}

/**
 * Lists events in the order in which they were recorded.
 *
 * @param after sort key, or ISO 8601 time, after which the list begins
 */
async function list(
  store: Store,
  watch: string,
  { after, limit }: { after: string; limit: number },
): Promise<EventPage> {
  const settled = new Date(store.now() - SETTLE_MS).toISOString();
  if (after >= settled) return { events: [], next: null };
  // A sort key is longer than its beginning: `!` makes the least one after it.
  const key = { partition: eventsOf(watch), sort: between(`${after}!`, settled) };
  const { items: events, next } = await queryPage<WatchEvent>(store, key, { limit });
  return { events, next: next ? events.at(-1)!.sort : null };
}

/** Lists the newest events first, for people. */
async function newest(store: Store, watch: string, limit: number): Promise<WatchEvent[]> {
  const key = { partition: eventsOf(watch), sort: lessThan(AFTER_TIMES) };
  return (await queryPage<WatchEvent>(store, key, { descending: true, limit })).items;
}

/** Reads events by their sort keys. @returns those that have not been deleted, in order */
async function readAll(store: Store, watch: string, sorts: string[]): Promise<WatchEvent[]> {
  const keys = sorts.map((sort) => ({ partition: eventsOf(watch), sort }));
  const found = await getItems<WatchEvent>(store, keys, { consistent: true });
  return found.toSorted((one, other) => (one.sort < other.sort ? -1 : 1));
}

export type WatchEvents = ReturnType<typeof createWatchEvents>;

/**
 * Creates the store of events in the table `Watches`. Events sort by the time at which they were recorded, so that a
 * client that polls misses none. A marker for each id prevents that an event is recorded twice.
 */
export function createWatchEvents(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { record, markSent, list, newest, readAll });
}
