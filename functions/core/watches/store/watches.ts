import { randomBytes } from 'node:crypto';
import type { Failing } from '../../deliveries/delivery-outcomes.ts';
import { deleteDeliveriesAbout } from '../../deliveries/deliveries.ts';
import type { SecretState } from '../../deliveries/secrets.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absentOr, lessThan, present, startsWith } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { countItems, getItem, putItem, queryItems, queryPages, updateItem } from '../../platform/dynamodb/table.ts';
import { deleteFound, getItems } from '../../platform/dynamodb/many-items.ts';
import type { CrawlOptions, CrawlScope } from '../../crawls/store/item.ts';
import type { Condition } from '../conditions.ts';
import type { EventLanguage } from '../event-sentences.ts';
import { eventsOf } from './events.ts';
import {
  deletePlacesOfDomain,
  enter,
  leave,
  leaveUnused,
  note,
  noteEvents,
  type PlaceKey,
  type PlaceStore,
  readPlaces,
  readPlacesOf,
  readPlacesOfDomain,
  removePlaces,
  REQUEST_MS,
  type StoredPlace,
  subjectsOf,
  type WatchedDomain,
  WATCHES_KEY,
} from './watched-domains.ts';

/** How often the site of each watched domain is crawled, with its scope and options. */
export interface WatchedCrawl
  extends
    Pick<CrawlScope, 'include' | 'exclude' | 'depth'>,
    Partial<Pick<CrawlScope, 'urls' | 'sitemaps' | 'cut'>>,
    Partial<Omit<CrawlOptions, 'rate'>> {
  every: 'day' | 'week' | 'month';
  /** Page limit. */
  pages: number;
}

/** The outcome of the last challenge of an address that is not confirmed. */
export interface Challenge {
  status: number | null;
  error: string | null;
  /** Milliseconds since the epoch. */
  at: number;
}

/** What the owner of a watch has set. */
export interface WatchSettings {
  /** The watched domains; `null`: those with the tag. */
  domains: string[] | null;
  tag: string | null;
  conditions: Condition[];
  crawl: WatchedCrawl | null;
  /** The complete lists of the scope of `crawl`, as compressed JSON; absent: it has none. */
  crawl_lists?: Uint8Array | undefined;
  /** The encrypted credentials of `crawl`, for its owner and its only domain; absent: it has none. */
  crawl_credentials?: Uint8Array | undefined;
  /** Whether events are sent to the operator by mail; only of watches of the operator. */
  mail: boolean;
  /** Language of mails; only of watches of the operator. Absent: English. */
  language?: EventLanguage | undefined;
}

/** Daily allowances of the owner, since the watch or they were last changed; `null`: of the operator, who has none. */
export type WatchLimits = { domains: number; pages: number } | null;

/** A watch. Times are in milliseconds since the epoch. */
export interface Watch extends WatchSettings, SecretState {
  id: string;
  owner: string;
  limits: WatchLimits;
  /** Address of the receiver that has answered a challenge; absent: there is none. */
  deliver_url?: string | undefined;
  /** Address of the receiver that has not answered a challenge yet. */
  unconfirmed_url?: string | undefined;
  challenge?: Challenge | undefined;
  failing?: Failing | undefined;
  created_at: number;
  updated_at: number;
  /** When the conditions were last changed. */
  conditions_at: number;
}

/** Changed attributes of a watch; undefined ones are removed. */
type WatchUpdate = Partial<Watch> & Pick<Watch, 'updated_at'>;

/** A watch of a domain, with its place in the list of the domain or of a tag. */
export interface Watching {
  watch: Watch;
  place: WatchedDomain;
}

const ownerKey = (owner: string) => `owner#${owner}`;
const WATCH_PREFIX = 'watch#';
const watchKey = (owner: string, id: string) => ({ partition: ownerKey(owner), sort: WATCH_PREFIX + id });
const countKey = (owner: string) => ({ partition: ownerKey(owner), sort: 'count' });

/** Number of watches of a domain in a page: as many as a function evaluates in a part of its time. */
const PLACES_PER_PAGE = 100;
/** Number of watches of an owner in a page: with 500 domains each, about 250 KB. */
const WATCHES_PER_PAGE = 25;

/** Creates the id of a watch. Ids sort by time. */
export function newWatchId(now: number): string {
  return now.toString(36).padStart(9, '0') + randomBytes(5).toString('hex');
}

/** Conditions of the keys of an owner's watches. */
const ofOwner = (owner: string) => ({ partition: ownerKey(owner), sort: startsWith(WATCH_PREFIX) });

async function read(store: PlaceStore, owner: string, id: string): Promise<Watch | null> {
  return (await getItem<Watch>(store, watchKey(owner, id), { consistent: true })) ?? null;
}

function list(store: PlaceStore, owner: string): Promise<Watch[]> {
  return queryItems(store, ofOwner(owner), { consistent: true });
}

/** Counts a new watch of an owner, unless there are as many as allowed. */
async function count(store: PlaceStore, owner: string, most: number): Promise<boolean> {
  return (
    (await increment(store, owner, most)) || ((await hasRoom(store, owner, most)) && increment(store, owner, most))
  );
}

/**
 * Returns whether an owner has fewer watches than allowed. If a function was terminated before a watch was stored or after
 * it was deleted, their count is too high until it is compared with the stored watches here, once a minute at most.
 */
async function hasRoom(store: PlaceStore, owner: string, most: number): Promise<boolean> {
  type Count = { watches?: number; counted_at?: number };
  const { watches = 0, counted_at = 0 } = (await getItem<Count>(store, countKey(owner), { consistent: true })) ?? {};
  if (watches < most) return true;
  // Another function may have counted a watch that it is storing.
  if (counted_at > store.now() - REQUEST_MS) return false;
  const stored = await countItems(store, ofOwner(owner), { consistent: true });
  const set = { watches: stored, counted_at: store.now() };
  return (await updateItem(store, countKey(owner), { set, when: { watches, counted_at } })) && stored < most;
}

async function increment(store: PlaceStore, owner: string, most: number): Promise<boolean> {
  if (most < 1) return false;
  const when = { watches: absentOr(lessThan(most)) };
  return updateItem(store, countKey(owner), { add: { watches: 1 }, set: { counted_at: store.now() }, when });
}

/** Removes a domain from a watch, with its crawls if they have addresses of this domain or credentials for it. */
async function removeDomain(store: PlaceStore, owner: string, id: string, domain: string): Promise<void> {
  const watch = await read(store, owner, id);
  if (!watch?.domains?.includes(domain)) return;
  const domains = watch.domains.filter((each) => each !== domain);
  const updated_at = Math.max(store.now(), watch.updated_at + 1);
  const changes = { domains, updated_at, ...(crawlsOneDomain(watch) && NO_CRAWLS) };
  // Otherwise the owner has changed it in the meantime.
  if (!(await update(store, watch, changes))) await removeDomain(store, owner, id, domain);
}

const NO_CRAWLS = { crawl: null, crawl_lists: undefined, crawl_credentials: undefined };

const crawlsOneDomain = ({ crawl_lists, crawl_credentials }: Watch) =>
  crawl_lists !== undefined || crawl_credentials !== undefined;

/**
 * Changes these attributes of a watch, unless its owner has changed or deleted it since it was read. Deliveries write
 * others at any time, which therefore are not written again.
 *
 * @returns false if the owner has
 */
function update(store: PlaceStore, { owner, id, updated_at }: Watch, changes: WatchUpdate): Promise<boolean> {
  return updateItem(store, watchKey(owner, id), { set: changes, when: { updated_at } });
}

/** Reads the watches of places. Places without one are left, and expire. */
async function watchesOf(store: PlaceStore, found: StoredPlace[]): Promise<Watching[]> {
  const present = found.filter(({ left }) => !left);
  const keys = new Map(present.map(({ owner, watch }) => [watch, watchKey(owner, watch)]));
  const items = await getItems<Watch>(store, [...keys.values()], { consistent: true });
  const byId = new Map(items.map((watch) => [watch.id, watch]));
  const unused: StoredPlace[] = [];
  const watching = present.flatMap((place): Watching[] => {
    const watch = byId.get(place.watch);
    if (watch && subjectsOf(watch).includes(place.partition)) return [{ watch, place }];
    unused.push(place);
    return [];
  });
  await Promise.all(unused.map((place) => leaveUnused(store, place)));
  return watching;
}

/**
 * Reads a page of the watches of an owner, the oldest first.
 *
 * @param after id of the last watch of the page before; `null`: the first page
 * @returns `more`: whether there are others after them
 */
async function page(store: PlaceStore, owner: string, after: string | null) {
  const found: Watch[] = [];
  const start = after === null ? null : watchKey(owner, after);
  const paging = { consistent: true, limit: WATCHES_PER_PAGE + 1, after: start };
  // A page of DynamoDB ends at 1 MB.
  for await (const watches of queryPages<Watch>(store, ofOwner(owner), paging)) {
    found.push(...watches);
    if (found.length > WATCHES_PER_PAGE) break;
  }
  return { watches: found.slice(0, WATCHES_PER_PAGE), more: found.length > WATCHES_PER_PAGE };
}

/**
 * Adds a watch.
 *
 * @param most maximum number of watches of the owner
 * @returns false if the owner has as many already
 */
async function add(store: PlaceStore, watch: Watch, most: number): Promise<boolean> {
  if (!(await count(store, watch.owner, most))) return false;
  await enter(store, watch, subjectsOf(watch));
  await putItem(store, { ...watchKey(watch.owner, watch.id), ...watch });
  return true;
}

/** Changes a watch, unless its owner has changed or deleted it since it was read. @returns false if the owner has */
async function change(store: PlaceStore, before: Watch, changes: WatchUpdate): Promise<boolean> {
  const [old, next] = [subjectsOf(before), subjectsOf({ ...before, ...changes })];
  const without = (names: string[], others: string[]) => names.filter((name) => !others.includes(name));
  await enter(store, before, without(next, old));
  if (!(await update(store, before, changes))) return false;
  await leave(store, before, without(old, next));
  return true;
}

/** Stores the current allowances of an owner in all watches of the owner. */
async function setLimits(store: PlaceStore, owner: string, limits: NonNullable<WatchLimits>): Promise<void> {
  const ids = queryPages<Pick<Watch, 'id'>>(store, ofOwner(owner), { consistent: true, attributes: ['id'] });
  for await (const watches of ids) {
    for (const { id } of watches) {
      await updateItem(store, watchKey(owner, id), { set: { limits }, when: { updated_at: present } });
    }
  }
}

/** Deletes a watch and its events. @returns false if there is none */
async function remove(store: PlaceStore, owner: string, id: string): Promise<boolean> {
  const removed = { TableName: store.table, Key: watchKey(owner, id), ReturnValues: 'ALL_OLD' as const };
  const { Attributes } = await store.db.delete(removed);
  if (!Attributes) return false;
  await updateItem(store, countKey(owner), { add: { watches: -1 } });
  await removePlaces(store, { owner, id }, subjectsOf(Attributes as unknown as Watch));
  await deleteFound(store, WATCHES_KEY, { partition: eventsOf(id) });
  return true;
}

/**
 * Reads a page of the watches that watch a domain, itself or by one of its tags, and their places in these lists. A page
 * contains all watches of an owner in a list. Places that remain from changes that were refused or interrupted are
 * ignored, so that a page may be empty although others follow.
 *
 * @param after `next` of the page before; `null`: the first page
 * @returns `next`: `null` if there is no further page
 */
async function watching(store: PlaceStore, domain: string, tags: readonly string[], after: PlaceKey | null) {
  const { places, next } = await readPlaces(store, domain, tags, after);
  return { watching: await watchesOf(store, places), next };
}

/** Reads the watches of an owner that watch a domain. */
async function watchingOf(store: PlaceStore, owner: string, domain: string, tags: readonly string[]) {
  return watchesOf(store, await readPlacesOf(store, domain, tags, owner));
}

/**
 * Changes attributes of a watch that its owner does not set, unless the watch has been deleted.
 *
 * @param same attribute that must have the value that was read
 * @returns false if nothing was changed
 */
function set(
  store: PlaceStore,
  watch: Watch,
  changes: Partial<Watch>,
  same: 'id' | 'deliver_url' | 'unconfirmed_url' = 'id',
): Promise<boolean> {
  return updateItem(store, watchKey(watch.owner, watch.id), { set: changes, when: { [same]: watch[same] } });
}

/** Removes a domain from all watches, with all events about it and their pending deliveries. */
async function deleteDomain(store: PlaceStore, domain: string): Promise<void> {
  for (const { owner, watch: id } of await readPlacesOfDomain(store, domain)) {
    await removeDomain(store, owner, id, domain);
    await deleteFound(store, WATCHES_KEY, { partition: eventsOf(id) }, { filter: { domain } });
  }
  await deleteDeliveriesAbout(store.db, store.table, domain);
  await deletePlacesOfDomain(store, domain);
}

const functions = {
  read,
  list,
  page,
  add,
  change,
  set,
  remove,
  hasRoom,
  setLimits,
  watching,
  watchingOf,
  note,
  noteEvents,
  deleteDomain,
};

export type Watches = ReturnType<typeof createWatches>;

/**
 * Creates the store of watches in the table `Watches`. A watch is an item of its owner; each watched domain, or the tag,
 * has an item that leads to it. These are written before the watch and deleted after it, and one whose watch is missing or
 * does not have the domain is ignored.
 *
 * @param placesPerPage number of watches of a domain that are read at once
 */
export function createWatches(db: DynamoDB, table: string, now: () => number, placesPerPage = PLACES_PER_PAGE) {
  return bindStore({ db, table, now, placesPerPage }, functions);
}
