import { randomBytes } from 'node:crypto';
import type { Failing } from '../../deliveries/delivery-outcomes.ts';
import { deleteDeliveriesAbout } from '../../deliveries/deliveries.ts';
import type { SecretState } from '../../deliveries/secrets.ts';
import { type DynamoDB, ifConditionHolds, inPartition, settingOf } from '../../platform/dynamodb/dynamodb.ts';
import { deleteItems, deletePartition, getItems, queryItems, queryPages } from '../../platform/dynamodb/many-items.ts';
import type { CrawlOptions, CrawlScope } from '../../crawls/store/item.ts';
import type { Condition } from '../conditions.ts';
import { eventsOf } from './events.ts';
import {
  createWatchedDomains,
  type PlaceKey,
  REQUEST_MS,
  type StoredPlace,
  subjectsOf,
  type WatchedDomain,
} from './watched-domains.ts';

/** How often the site of each watched domain is crawled, with its scope and options. */
export interface WatchedCrawl
  extends Pick<CrawlScope, 'include' | 'exclude' | 'depth'>, Partial<Omit<CrawlOptions, 'rate'>> {
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
  /** Whether each event is sent to the operator by mail; only of watches of the operator. */
  mail: boolean;
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

export type Watches = ReturnType<typeof createWatches>;

/**
 * Creates the store of watches in the table `Watches`. A watch is an item of its owner; each watched domain, or the tag,
 * has an item that leads to it. These are written before the watch and deleted after it, and one whose watch is missing or
 * does not have the domain is ignored.
 *
 * @param placesPerPage number of watches of a domain that are read at once
 */
export function createWatches(db: DynamoDB, table: string, now: () => number, placesPerPage = PLACES_PER_PAGE) {
  const places = createWatchedDomains(db, table, now, placesPerPage);
  const ofOwner = (owner: string) => ({
    TableName: table,
    ...inPartition({ partition: ownerKey(owner) }, { sort: WATCH_PREFIX }),
    ConsistentRead: true,
  });

  async function read(owner: string, id: string): Promise<Watch | null> {
    const { Item } = await db.get({ TableName: table, Key: watchKey(owner, id), ConsistentRead: true });
    return Item ? (Item as unknown as Watch) : null;
  }

  async function list(owner: string): Promise<Watch[]> {
    return (await queryItems(db, ofOwner(owner))) as unknown as Watch[];
  }

  /** Counts a new watch of an owner, unless there are as many as allowed. */
  async function count(owner: string, most: number): Promise<boolean> {
    return (await increment(owner, most)) || ((await hasRoom(owner, most)) && increment(owner, most));
  }

  /**
   * Returns whether an owner has fewer watches than allowed. If a function was terminated before a watch was stored or after
   * it was deleted, their count is too high until it is compared with the stored watches here, once a minute at most.
   */
  async function hasRoom(owner: string, most: number): Promise<boolean> {
    const { Item } = await db.get({ TableName: table, Key: countKey(owner), ConsistentRead: true });
    const { watches: counted = 0, counted_at = 0 } = (Item ?? {}) as { watches?: number; counted_at?: number };
    if (counted < most) return true;
    // Another function may have counted a watch that it is storing.
    if (counted_at > now() - REQUEST_MS) return false;
    const pages = await Array.fromAsync(queryPages(db, { ...ofOwner(owner), Select: 'COUNT' }));
    const stored = pages.reduce((sum, { Count = 0 }) => sum + Count, 0);
    const correction = db.update({
      TableName: table,
      Key: countKey(owner),
      UpdateExpression: 'SET watches = :stored, counted_at = :now',
      ConditionExpression: 'watches = :counted AND counted_at = :at',
      ExpressionAttributeValues: { ':stored': stored, ':now': now(), ':counted': counted, ':at': counted_at },
    });
    return (await ifConditionHolds(correction)) !== null && stored < most;
  }

  async function increment(owner: string, most: number): Promise<boolean> {
    const update = db.update({
      TableName: table,
      Key: countKey(owner),
      UpdateExpression: 'ADD watches :step SET counted_at = :now',
      ConditionExpression: 'attribute_not_exists(watches) OR watches < :most',
      ExpressionAttributeValues: { ':step': 1, ':most': most, ':now': now() },
    });
    return most > 0 && (await ifConditionHolds(update)) !== null;
  }

  /** Removes a domain from a watch. */
  async function removeDomain(owner: string, id: string, domain: string): Promise<void> {
    const watch = await read(owner, id);
    if (!watch?.domains?.includes(domain)) return;
    const domains = watch.domains.filter((each) => each !== domain);
    const isRemoved = await update(watch, { domains, updated_at: Math.max(now(), watch.updated_at + 1) });
    // The owner has changed it in the meantime.
    if (!isRemoved) await removeDomain(owner, id, domain);
  }

  /**
   * Changes these attributes of a watch, unless its owner has changed or deleted it since it was read. Deliveries write
   * others at any time, which therefore are not written again.
   *
   * @returns false if the owner has
   */
  async function update(before: Watch, changes: WatchUpdate): Promise<boolean> {
    const setting = settingOf(changes);
    const written = db.update({
      TableName: table,
      Key: watchKey(before.owner, before.id),
      ConditionExpression: '#updated_at = :read',
      ...setting,
      ExpressionAttributeValues: { ...setting.ExpressionAttributeValues, ':read': before.updated_at },
    });
    return (await ifConditionHolds(written)) !== null;
  }

  /** Deletes the events of a watch that are about a domain. */
  async function deleteEventsAbout(id: string, domain: string): Promise<void> {
    const items = await queryItems(db, {
      TableName: table,
      KeyConditionExpression: '#partition = :partition',
      FilterExpression: '#domain = :domain',
      ProjectionExpression: '#partition, #sort',
      ExpressionAttributeNames: { '#partition': 'partition', '#sort': 'sort', '#domain': 'domain' },
      ExpressionAttributeValues: { ':partition': eventsOf(id), ':domain': domain },
    });
    await deleteItems(db, table, items);
  }

  /** Reads the watches of places. Places without one are left, and expire. */
  async function watchesOf(found: StoredPlace[]): Promise<Watching[]> {
    const present = found.filter(({ left }) => !left);
    const keys = new Map(present.map(({ owner, watch }) => [watch, watchKey(owner, watch)]));
    const items = await getItems(db, table, [...keys.values()], { consistent: true });
    const byId = new Map((items as unknown as Watch[]).map((watch) => [watch.id, watch]));
    const unused: StoredPlace[] = [];
    const watching = present.flatMap((place): Watching[] => {
      const watch = byId.get(place.watch);
      if (watch && subjectsOf(watch).includes(place.partition)) return [{ watch, place }];
      unused.push(place);
      return [];
    });
    await Promise.all(unused.map(places.leaveUnused));
    return watching;
  }

  return {
    read,
    list,
    hasRoom,
    note: places.note,
    noteEvents: places.noteEvents,

    /**
     * Reads a page of the watches of an owner, the oldest first.
     *
     * @param after id of the last watch of the page before; `null`: the first page
     * @returns `more`: whether there are others after them
     */
    async page(owner: string, after: string | null): Promise<{ watches: Watch[]; more: boolean }> {
      const found: Watch[] = [];
      const pages = queryPages(db, {
        ...ofOwner(owner),
        Limit: WATCHES_PER_PAGE + 1,
        ...(after !== null && { ExclusiveStartKey: watchKey(owner, after) }),
      });
      // A page of DynamoDB ends at 1 MB.
      for await (const { Items = [] } of pages) {
        found.push(...(Items as unknown as Watch[]));
        if (found.length > WATCHES_PER_PAGE) break;
      }
      return { watches: found.slice(0, WATCHES_PER_PAGE), more: found.length > WATCHES_PER_PAGE };
    },

    /**
     * Adds a watch.
     *
     * @param most maximum number of watches of the owner
     * @returns false if the owner has as many already
     */
    async add(watch: Watch, most: number): Promise<boolean> {
      if (!(await count(watch.owner, most))) return false;
      await places.enter(watch, subjectsOf(watch));
      await db.put({ TableName: table, Item: { ...watchKey(watch.owner, watch.id), ...watch } });
      return true;
    },

    /** Changes a watch, unless its owner has changed or deleted it since it was read. @returns false if the owner has */
    async change(before: Watch, changes: WatchUpdate): Promise<boolean> {
      const [old, next] = [subjectsOf(before), subjectsOf({ ...before, ...changes })];
      await places.enter(
        before,
        next.filter((name) => !old.includes(name)),
      );
      if (!(await update(before, changes))) return false;
      await places.leave(
        before,
        old.filter((name) => !next.includes(name)),
      );
      return true;
    },

    /** Stores the current allowances of an owner in all watches of the owner. */
    async setLimits(owner: string, limits: NonNullable<WatchLimits>): Promise<void> {
      const { ExpressionAttributeNames: names, ...query } = ofOwner(owner);
      const pages = queryPages(db, {
        ...query,
        ExpressionAttributeNames: { ...names, '#id': 'id' },
        ProjectionExpression: '#id',
      });
      for await (const { Items = [] } of pages) {
        for (const { id } of Items as { id: string }[]) {
          const update = db.update({
            TableName: table,
            Key: watchKey(owner, id),
            ConditionExpression: 'attribute_exists(updated_at)',
            ...settingOf({ limits }),
          });
          await ifConditionHolds(update);
        }
      }
    },

    /** Deletes a watch and its events. @returns false if there is none */
    async remove(owner: string, id: string): Promise<boolean> {
      const { Attributes } = await db.delete({ TableName: table, Key: watchKey(owner, id), ReturnValues: 'ALL_OLD' });
      if (!Attributes) return false;
      await db.update({
        TableName: table,
        Key: countKey(owner),
        UpdateExpression: 'ADD watches :step',
        ExpressionAttributeValues: { ':step': -1 },
      });
      await places.remove({ owner, id }, subjectsOf(Attributes as unknown as Watch));
      await deletePartition(db, { table, partitionKey: 'partition', sortKey: 'sort', value: eventsOf(id) });
      return true;
    },

    /**
     * Reads a page of the watches that watch a domain, itself or by one of its tags, and their places in these lists. A page
     * contains all watches of an owner in a list. Places that remain from changes that were refused or interrupted are
     * ignored, so that a page may be empty although others follow.
     *
     * @param after `next` of the page before; `null`: the first page
     * @returns `next`: `null` if there is no further page
     */
    async watching(domain: string, tags: readonly string[], after: PlaceKey | null) {
      const { places: found, next } = await places.page(domain, tags, after);
      return { watching: await watchesOf(found), next };
    },

    /** Reads the watches of an owner that watch a domain. */
    async watchingOf(owner: string, domain: string, tags: readonly string[]): Promise<Watching[]> {
      return watchesOf(await places.ofOwner(domain, tags, owner));
    },

    /**
     * Changes attributes of a watch that its owner does not set, unless the watch has been deleted.
     *
     * @param same attribute that must have the value that was read
     * @returns false if nothing was changed
     */
    async set(
      watch: Watch,
      changes: Partial<Watch>,
      same: 'id' | 'deliver_url' | 'unconfirmed_url' = 'id',
    ): Promise<boolean> {
      const setting = settingOf(changes);
      const update = db.update({
        TableName: table,
        Key: watchKey(watch.owner, watch.id),
        ConditionExpression: `${same} = :read`,
        ...setting,
        ExpressionAttributeValues: { ...setting.ExpressionAttributeValues, ':read': watch[same] },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    /** Removes a domain from all watches, with all events about it and their pending deliveries. */
    async deleteDomain(domain: string): Promise<void> {
      const found = await places.ofDomain(domain);
      for (const { owner, watch: id } of found) {
        await removeDomain(owner, id, domain);
        await deleteEventsAbout(id, domain);
      }
      await deleteDeliveriesAbout(db, table, domain);
      await places.deleteDomain(domain);
    },
  };
}
