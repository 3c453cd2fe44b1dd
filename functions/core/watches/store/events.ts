import { randomUUID } from 'node:crypto';
import type { EventDelivery } from '../../deliveries/delivery-outcomes.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
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

export type WatchEvents = ReturnType<typeof createWatchEvents>;

/**
 * Creates the store of events in the table `Watches`. Events sort by the time at which they were recorded, so that a
 * client that polls misses none. A marker for each id prevents that an event is recorded twice.
 */
export function createWatchEvents(db: DynamoDB, table: string, now: () => number) {
  async function readAt(watch: string, sort: string): Promise<WatchEvent | null> {
    const { Item } = await db.get({
      TableName: table,
      Key: { partition: eventsOf(watch), sort },
      ConsistentRead: true,
    });
    return Item ? (Item as unknown as WatchEvent) : null;
  }

  async function readMarker(watch: string, id: string): Promise<Marker | undefined> {
    const { Item } = await db.get({ TableName: table, Key: markerKey(watch, id), ConsistentRead: true });
    return Item as Marker | undefined;
  }

  /** @returns the time of the recording; `null` if another one has begun at another time than `seen` */
  async function mark(watch: string, id: string, seen: string | null): Promise<string | null> {
    const time = now();
    const at = new Date(time).toISOString();
    const by = randomUUID();
    const put = db.put({
      TableName: table,
      Item: { ...markerKey(watch, id), at, by, expires_at: Math.ceil((time + EVENTS_KEPT_MS) / 1000) },
      ConditionExpression: seen === null ? 'attribute_not_exists(#sort)' : '#at = :seen',
      ExpressionAttributeNames: seen === null ? { '#sort': 'sort' } : { '#at': 'at' },
      ...(seen !== null && { ExpressionAttributeValues: { ':seen': seen } }),
    });
    if (await ifConditionHolds(put)) return at;
    // The SDK repeats a write whose response was lost, and the condition then fails because of the first one.
    return (await readMarker(watch, id))?.by === by ? at : null;
  }

  async function store(watch: string, finding: Finding, at: string): Promise<WatchEvent> {
    const event: WatchEvent = { ...finding, at, sort: `${at}#${finding.id}` };
    const expires_at = Math.ceil((Date.parse(at) + EVENTS_KEPT_MS) / 1000);
    const put = db.put({
      TableName: table,
      Item: { partition: eventsOf(watch), ...event, expires_at },
      ConditionExpression: 'attribute_not_exists(#sort)',
      ExpressionAttributeNames: { '#sort': 'sort' },
    });
    await ifConditionHolds(put);
    return event;
  }

  return {
    /**
     * Records a finding, unless it was recorded before.
     *
     * @returns the event; `null` if another recording is in progress
     */
    async record(watch: string, finding: Finding): Promise<WatchEvent | null> {
      const at = (await readMarker(watch, finding.id))?.at;
      if (at === undefined) {
        const begun = await mark(watch, finding.id, null);
        return begun === null ? null : store(watch, finding, begun);
      }
      const recorded = await readAt(watch, `${at}#${finding.id}`);
      if (recorded || now() - Date.parse(at) < INTERRUPTED_MS) return recorded;
      const again = await mark(watch, finding.id, at);
      return again === null ? null : store(watch, finding, again);
    },

    /** Stores that the deliveries of an event have been added, unless the event has been deleted. */
    async markSent(watch: string, { sort }: WatchEvent): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: { partition: eventsOf(watch), sort },
        UpdateExpression: 'SET is_sent = :yes',
        ConditionExpression: 'attribute_exists(#sort)',
        ExpressionAttributeNames: { '#sort': 'sort' },
        ExpressionAttributeValues: { ':yes': true },
      });
      await ifConditionHolds(update);
    },

    /**
     * Lists events in the order in which they were recorded.
     *
     * @param after sort key, or ISO 8601 time, after which the list begins
     */
    async list(watch: string, { after, limit }: { after: string; limit: number }): Promise<EventPage> {
      const settled = new Date(now() - SETTLE_MS).toISOString();
      if (after >= settled) return { events: [], next: null };
      const { Items = [], LastEvaluatedKey } = await db.query({
        TableName: table,
        KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :after AND :settled',
        ExpressionAttributeNames: { '#partition': 'partition', '#sort': 'sort' },
        ExpressionAttributeValues: {
          ':partition': eventsOf(watch),
          // A sort key is longer than its beginning: this is the least one after it.
          ':after': `${after}!`,
          ':settled': settled,
        },
        Limit: limit,
      });
      const events = Items as unknown as WatchEvent[];
      return { events, next: LastEvaluatedKey ? events.at(-1)!.sort : null };
    },

    /** Lists the newest events first, for people. */
    async newest(watch: string, limit: number): Promise<WatchEvent[]> {
      const { Items = [] } = await db.query({
        TableName: table,
        KeyConditionExpression: '#partition = :partition AND #sort < :markers',
        ExpressionAttributeNames: { '#partition': 'partition', '#sort': 'sort' },
        ExpressionAttributeValues: { ':partition': eventsOf(watch), ':markers': AFTER_TIMES },
        ScanIndexForward: false,
        Limit: limit,
      });
      return Items as unknown as WatchEvent[];
    },
  };
}
