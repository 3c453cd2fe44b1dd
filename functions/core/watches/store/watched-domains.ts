import { absent, absentOr, not, present, startsWith } from '../../platform/dynamodb/expressions.ts';
import { putItem, queryItems, queryPage, type Store, updateItem } from '../../platform/dynamodb/table.ts';
import { deleteFound, deleteItems, putItems } from '../../platform/dynamodb/many-items.ts';
import { DAY_MS } from '../../platform/time/day.ts';
import { EVENTS_KEPT_MS } from './events.ts';

/** The place of a watch in the list of a domain or a tag. */
export interface WatchedDomain {
  owner: string;
  watch: string;
  /** When the watch began to watch the domain, in milliseconds since the epoch. */
  since: number;
  /** The watch does not watch the domain any more; its events about the domain are kept for a while. */
  left?: true;
  /** Day (`YYYY-MM-DD`) on which the domain was last counted against the owner's allowance, or refused. */
  counted_on?: string;
  refused_on?: string;
}

/** Position in the lists of a domain and its tags: the key of a place. */
export interface PlaceKey {
  partition: string;
  sort: string;
}

export type StoredPlace = WatchedDomain & PlaceKey;

/** Names of the attributes of the key of `Watches`. */
export const WATCHES_KEY = ['partition', 'sort'] as const;

/** What places belong to. */
type Watcher = Pick<WatchedDomain, 'owner' | 'watch'>;
interface WatchName {
  owner: string;
  id: string;
}

/** Longest time between the first write of a request and its last: the time limit of the function, with a margin. */
export const REQUEST_MS = 60_000;

/** Returns the partition of the list of a domain or a tag. */
const subjectKey = (kind: 'domain' | 'tag', name: string) => `${kind}#${name}`;
const prefixOf = (owner: string) => `${owner}#`;
const placeKey = (partition: string, { owner, watch }: Watcher): PlaceKey => ({
  partition,
  sort: prefixOf(owner) + watch,
});

/** Returns the partitions whose lists contain a watch. */
export function subjectsOf({ domains, tag }: { domains: string[] | null; tag: string | null }): string[] {
  if (domains) return domains.map((domain) => subjectKey('domain', domain));
  return tag === null ? [] : [subjectKey('tag', tag)];
}

/** The lists of watches by domain and by tag, in the table `Watches`. */
export interface PlaceStore extends Store {
  /** Number of places in a page. */
  placesPerPage: number;
}

const listsOf = (domain: string, tags: readonly string[]) => [
  subjectKey('domain', domain),
  ...tags.map((tag) => subjectKey('tag', tag)),
];

/** The events about the domain are kept, so that the deletion of the domain has to find them. */
const leftPlace = ({ now }: Store, partition: string, { owner, watch }: Watcher) => ({
  ...placeKey(partition, { owner, watch }),
  owner,
  watch,
  since: 0,
  left: true,
  expires_at: Math.ceil((now() + EVENTS_KEPT_MS + DAY_MS) / 1000),
});

/** Leaves a place whose watch does not have the domain, unless a request may still be storing that it has. */
export async function leaveUnused(store: PlaceStore, { partition, since, ...place }: StoredPlace): Promise<void> {
  if (since > store.now() - REQUEST_MS) return;
  await putItem(store, leftPlace(store, partition, place), { when: { since } });
}

/**
 * Notes that a domain was counted against the allowance of a day, or refused.
 *
 * @param day `YYYY-MM-DD`
 * @returns false if it was noted before
 */
export function note(
  store: PlaceStore,
  domain: string,
  place: WatchedDomain,
  what: 'counted_on' | 'refused_on',
  day: string,
): Promise<boolean> {
  const when = { sort: present, [what]: absentOr(not(day)) };
  return updateItem(store, placeKey(subjectKey('domain', domain), place), { set: { [what]: day }, when });
}

/** Makes the deletion of a domain find the events of a watch that watches the domain by its tag. */
export async function noteEvents(store: PlaceStore, domain: string, { owner, id }: WatchName): Promise<void> {
  const place = leftPlace(store, subjectKey('domain', domain), { owner, watch: id });
  await putItem(store, place, { when: [{ sort: absent }, { left: true }] });
}

/** Reads places of one list, and all others of the owner of the last one. */
async function readSome(store: PlaceStore, partition: string, after: PlaceKey | null, limit: number) {
  const { items: places, next } = await queryPage<StoredPlace>(store, { partition }, { limit, after });
  if (!next) return { places, isEnd: true };
  const sort = startsWith(prefixOf(places.at(-1)!.owner));
  const others = await queryItems<StoredPlace>(store, { partition, sort }, { after: next });
  return { places: [...places, ...others], isEnd: false };
}

/**
 * Reads a page of the lists of a domain and its tags. It contains all places of an owner in a list, so that a page may
 * be longer than others by these: an owner's allowance is counted once, and the crawl that has waited longest is known.
 *
 * @param after `next` of the page before; `null`: the first page
 * @returns `next`: `null` if there are no further places
 */
export async function readPlaces(store: PlaceStore, domain: string, tags: readonly string[], after: PlaceKey | null) {
  // The order is the same in each message, whatever tags were added or removed in the meantime.
  const rest = listsOf(domain, tags)
    .toSorted()
    .filter((list) => after === null || list >= after.partition);
  const places: StoredPlace[] = [];
  for (const list of rest) {
    const start = list === after?.partition ? after : null;
    const found = await readSome(store, list, start, store.placesPerPage - places.length);
    places.push(...found.places);
    if (places.length < store.placesPerPage || (found.isEnd && list === rest.at(-1))) continue;
    const { partition, sort } = places.at(-1)!;
    return { places, next: { partition, sort } };
  }
  return { places, next: null };
}

/** Reads the places of an owner in the lists of a domain and its tags. */
export async function readPlacesOf(
  store: PlaceStore,
  domain: string,
  tags: readonly string[],
  owner: string,
): Promise<StoredPlace[]> {
  const sort = startsWith(prefixOf(owner));
  const ofList = (partition: string) => queryItems<StoredPlace>(store, { partition, sort });
  return (await Promise.all(listsOf(domain, tags).map(ofList))).flat();
}

/** Reads all places in the list of a domain. */
export function readPlacesOfDomain(store: PlaceStore, domain: string): Promise<StoredPlace[]> {
  return queryItems(store, { partition: subjectKey('domain', domain) });
}

/** Adds a watch to lists. */
export async function enter(store: PlaceStore, { owner, id }: WatchName, partitions: string[]): Promise<void> {
  const place = { owner, watch: id, since: store.now() };
  const items = partitions.map((partition) => ({ ...placeKey(partition, place), ...place }));
  await putItems(store, items);
}

/** Marks places that a watch has left. */
export async function leave(store: PlaceStore, { owner, id }: WatchName, partitions: string[]): Promise<void> {
  const items = partitions.map((partition) => leftPlace(store, partition, { owner, watch: id }));
  await putItems(store, items);
}

/** Deletes the places of a watch. */
export async function removePlaces(store: PlaceStore, { owner, id }: WatchName, partitions: string[]): Promise<void> {
  const keys = partitions.map((partition) => placeKey(partition, { owner, watch: id }));
  await deleteItems(store, keys);
}

/** Deletes the list of a domain. */
export function deletePlacesOfDomain(store: PlaceStore, domain: string): Promise<void> {
  return deleteFound(store, WATCHES_KEY, { partition: subjectKey('domain', domain) });
}
