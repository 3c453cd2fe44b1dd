import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { lessThan } from '../../platform/dynamodb/expressions.ts';
import { deleteFound, deleteItems } from '../../platform/dynamodb/many-items.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { putItem, queryPage, queryPages, type Store } from '../../platform/dynamodb/table.ts';
import type { NewIssues } from '../delivery-schema.ts';
import type { WatchedValue } from '../conditions.ts';
import { EVENTS_KEPT_MS } from './events.ts';
import { WATCHES_KEY } from './watched-domains.ts';

/** Something that happened to a domain. Its id is the same whenever the same snapshot or crawl is evaluated. */
export interface TimelineEvent {
  id: string;
  domain: string;
  condition: { on: string };
  /** Name of the value. */
  name: string;
  /** `null` for occurrences of issues. */
  before: WatchedValue | null;
  after: WatchedValue | NewIssues;
  /** When the snapshot was taken, or the crawl ended: ISO 8601 time. */
  measured_at: string;
}

export interface TimelinePage {
  /** Newest first. */
  events: TimelineEvent[];
  /** Position after which the next page begins; `null`: this is the last page. */
  next: string | null;
}

/** Partition of the events of all domains; those of one domain are in their own one as well. */
const ALL = 'timeline';
const partitionOf = (domain: string) => `${ALL}#${domain}`;

/**
 * Adds an event; adding it again changes nothing. The item of the domain is written first and deleted last, since a
 * deletion of the domain finds the other one by it.
 */
async function add(store: Store, event: TimelineEvent): Promise<void> {
  const { measured_at: at, id, domain } = event;
  const expires_at = Math.ceil((Date.parse(at) + EVENTS_KEPT_MS) / 1000);
  const item = { ...event, sort: `${at}#${id}`, expires_at };
  for (const partition of [partitionOf(domain), ALL]) await putItem(store, { partition, ...item });
}

/**
 * Lists the newest events of all domains, or of one, of the last 90 days.
 *
 * @param after `next` of the page before; `null`: the first page
 */
async function list(
  store: Store,
  { domain, after, limit }: { domain: string | null; after: string | null; limit: number },
): Promise<TimelinePage> {
  const partition = domain === null ? ALL : partitionOf(domain);
  const key = { partition, ...(after !== null && { sort: lessThan(after) }) };
  const page = await queryPage<TimelineEvent & { sort: string }>(store, key, { descending: true, limit });
  const since = new Date(store.now() - EVENTS_KEPT_MS).toISOString();
  return {
    // DynamoDB deletes expired items within days.
    events: page.items.filter(({ measured_at }) => measured_at >= since),
    next: page.next ? page.items.at(-1)!.sort : null,
  };
}

/** Deletes the events of a domain. */
async function deleteDomain(store: Store, domain: string): Promise<void> {
  const partition = partitionOf(domain);
  const pages = queryPages<{ sort: string }>(store, { partition }, { consistent: true, attributes: ['sort'] });
  for await (const items of pages)
    await deleteItems(
      store,
      items.map(({ sort }) => ({ partition: ALL, sort })),
    );
  await deleteFound(store, WATCHES_KEY, { partition });
}

export type Timeline = ReturnType<typeof createTimeline>;

/** Creates the store of the timeline in the table `Watches`. */
export function createTimeline(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { add, list, deleteDomain });
}
