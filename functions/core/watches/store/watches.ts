import { randomBytes } from 'node:crypto';
import type { Failing } from '../../deliveries/delivery-outcomes.ts';
import { PENDING } from '../../deliveries/deliveries.ts';
import type { SecretState } from '../../deliveries/secrets.ts';
import { type DynamoDB, ifConditionHolds, inPartition, settingOf } from '../../platform/dynamodb/dynamodb.ts';
import { deleteItems, deletePartition, getItems, putItems, queryItems } from '../../platform/dynamodb/many-items.ts';
import { DAY_MS } from '../../platform/time/day.ts';
import type { CrawlOptions, CrawlScope } from '../../sites/store/item.ts';
import type { Condition } from '../conditions.ts';
import { EVENTS_KEPT_MS, eventsOf } from './events.ts';

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

type StoredPlace = WatchedDomain & { partition: string };

const ownerKey = (owner: string) => `owner#${owner}`;
const watchKey = (owner: string, id: string) => ({ partition: ownerKey(owner), sort: `watch#${id}` });
const countKey = (owner: string) => ({ partition: ownerKey(owner), sort: 'count' });
const subjectKey = (kind: 'domain' | 'tag', name: string) => `${kind}#${name}`;
const placeKey = (partition: string, { owner, watch }: Pick<WatchedDomain, 'owner' | 'watch'>) => ({
  partition,
  sort: `${owner}#${watch}`,
});

/** Returns the partitions whose lists contain a watch. */
function subjectsOf({ domains, tag }: Pick<WatchSettings, 'domains' | 'tag'>): string[] {
  if (domains) return domains.map((domain) => subjectKey('domain', domain));
  return tag === null ? [] : [subjectKey('tag', tag)];
}

/** Longest time between the first write of a request and its last: the time limit of the function, with a margin. */
const REQUEST_MS = 60_000;

/** Creates the id of a watch. Ids sort by time. */
export function newWatchId(now: number): string {
  return now.toString(36).padStart(9, '0') + randomBytes(5).toString('hex');
}

export type Watches = ReturnType<typeof createWatches>;

/**
 * Creates the store of watches in the table `Watches`. A watch is an item of its owner; each watched domain, or the tag,
 * has an item that leads to it. These are written before the watch and deleted after it, and one whose watch is missing or
 * does not have the domain is ignored.
 */
export function createWatches(db: DynamoDB, table: string, now: () => number) {
  const expiry = () => Math.ceil((now() + EVENTS_KEPT_MS + DAY_MS) / 1000);

  async function read(owner: string, id: string): Promise<Watch | null> {
    const { Item } = await db.get({ TableName: table, Key: watchKey(owner, id), ConsistentRead: true });
    return Item ? (Item as unknown as Watch) : null;
  }

  async function list(owner: string): Promise<Watch[]> {
    const items = await queryItems(db, {
      TableName: table,
      ...inPartition({ partition: ownerKey(owner) }, { sort: 'watch#' }),
      ConsistentRead: true,
    });
    return items as unknown as Watch[];
  }

  /**
   * Counts a new watch of an owner, unless there are as many as allowed. If a function is terminated before a watch is
   * stored or after it was deleted, the count is too high until it is compared with the list here.
   */
  async function count(owner: string, most: number): Promise<boolean> {
    if (await increment(owner, most)) return true;
    const { Item } = await db.get({ TableName: table, Key: countKey(owner), ConsistentRead: true });
    const { watches: counted = 0, counted_at = 0 } = (Item ?? {}) as { watches?: number; counted_at?: number };
    // Another function may have counted a watch that it is storing.
    const stored = counted_at > now() - REQUEST_MS ? counted : (await list(owner)).length;
    if (stored >= counted) return false;
    const correction = db.update({
      TableName: table,
      Key: countKey(owner),
      UpdateExpression: 'SET watches = :stored',
      ConditionExpression: 'watches = :counted',
      ExpressionAttributeValues: { ':stored': stored, ':counted': counted },
    });
    return (await ifConditionHolds(correction)) !== null && increment(owner, most);
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

  const places = (partition: string) =>
    queryItems(db, { TableName: table, ...inPartition({ partition }) }) as Promise<unknown> as Promise<StoredPlace[]>;

  async function enter({ owner, id }: Pick<Watch, 'owner' | 'id'>, partitions: string[]): Promise<void> {
    const since = now();
    await putItems(
      db,
      table,
      partitions.map((partition) => ({ ...placeKey(partition, { owner, watch: id }), owner, watch: id, since })),
    );
  }

  /** The events about the domain are kept, so that the deletion of the domain has to find them. */
  const leftPlace = (partition: string, { owner, watch }: Pick<WatchedDomain, 'owner' | 'watch'>) => ({
    ...placeKey(partition, { owner, watch }),
    ...{ owner, watch, since: 0, left: true, expires_at: expiry() },
  });

  async function leave({ owner, id }: Pick<Watch, 'owner' | 'id'>, partitions: string[]): Promise<void> {
    const items = partitions.map((partition) => leftPlace(partition, { owner, watch: id }));
    await putItems(db, table, items);
  }

  /** Leaves a place whose watch does not have the domain, unless a request may still be storing that it has. */
  async function leaveUnused({ partition, since, ...place }: StoredPlace): Promise<void> {
    if (since > now() - REQUEST_MS) return;
    const put = db.put({
      TableName: table,
      Item: leftPlace(partition, place),
      ConditionExpression: 'since = :since',
      ExpressionAttributeValues: { ':since': since },
    });
    await ifConditionHolds(put);
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

  /** Deletes the items of a partition that are about a domain: events, or pending deliveries. */
  async function deleteAbout(partition: string, domain: string): Promise<void> {
    const items = await queryItems(db, {
      TableName: table,
      KeyConditionExpression: '#partition = :partition',
      FilterExpression: '#domain = :domain',
      ProjectionExpression: '#partition, #sort',
      ExpressionAttributeNames: { '#partition': 'partition', '#sort': 'sort', '#domain': 'domain' },
      ExpressionAttributeValues: { ':partition': partition, ':domain': domain },
    });
    await deleteItems(db, table, items);
  }

  return {
    read,
    list,

    /**
     * Adds a watch.
     *
     * @param most maximum number of watches of the owner
     * @returns false if the owner has as many already
     */
    async add(watch: Watch, most: number): Promise<boolean> {
      if (!(await count(watch.owner, most))) return false;
      await enter(watch, subjectsOf(watch));
      await db.put({ TableName: table, Item: { ...watchKey(watch.owner, watch.id), ...watch } });
      return true;
    },

    /** Changes a watch, unless its owner has changed or deleted it since it was read. @returns false if the owner has */
    async change(before: Watch, changes: WatchUpdate): Promise<boolean> {
      const [old, next] = [subjectsOf(before), subjectsOf({ ...before, ...changes })];
      await enter(
        before,
        next.filter((name) => !old.includes(name)),
      );
      if (!(await update(before, changes))) return false;
      await leave(
        before,
        old.filter((name) => !next.includes(name)),
      );
      return true;
    },

    /** Stores the current allowances of an owner in all watches of the owner. */
    async setLimits(owner: string, limits: NonNullable<WatchLimits>): Promise<void> {
      for (const { id } of await list(owner)) {
        const update = db.update({
          TableName: table,
          Key: watchKey(owner, id),
          ConditionExpression: 'attribute_exists(updated_at)',
          ...settingOf({ limits }),
        });
        await ifConditionHolds(update);
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
      await deleteItems(
        db,
        table,
        subjectsOf(Attributes as unknown as Watch).map((name) => placeKey(name, { owner, watch: id })),
      );
      await deletePartition(db, { table, partitionKey: 'partition', sortKey: 'sort', value: eventsOf(id) });
      return true;
    },

    /**
     * Returns the watches that watch a domain, itself or by one of its tags, and their places in these lists. Places that
     * remain from changes that were refused or interrupted are ignored, and expire.
     */
    async watching(domain: string, tags: readonly string[]): Promise<{ watch: Watch; place: WatchedDomain }[]> {
      const partitions = [subjectKey('domain', domain), ...tags.map((tag) => subjectKey('tag', tag))];
      const found = (await Promise.all(partitions.map(places))).flat().filter(({ left }) => !left);
      const byId = new Map(found.map((place) => [place.watch, place]));
      const keys = [...byId.values()].map(({ owner, watch }) => watchKey(owner, watch));
      const items = keys.length > 0 ? await getItems(db, table, keys, { consistent: true }) : [];
      const watching = (items as unknown as Watch[])
        .map((watch) => ({ watch, place: byId.get(watch.id)! }))
        .filter(({ watch, place }) => subjectsOf(watch).includes(place.partition));
      const used = new Set(watching.map(({ place }) => place));
      await Promise.all(found.filter((place) => !used.has(place)).map(leaveUnused));
      return watching.toSorted((one, other) => (one.watch.id < other.watch.id ? -1 : 1));
    },

    /**
     * Notes that a domain was counted against the allowance of a day, or refused.
     *
     * @param day `YYYY-MM-DD`
     * @returns false if it was noted before
     */
    async note(domain: string, place: WatchedDomain, what: 'counted_on' | 'refused_on', day: string): Promise<boolean> {
      const update = db.update({
        TableName: table,
        Key: placeKey(subjectKey('domain', domain), place),
        UpdateExpression: `SET ${what} = :day`,
        ConditionExpression: `attribute_exists(#sort) AND (attribute_not_exists(${what}) OR ${what} <> :day)`,
        ExpressionAttributeNames: { '#sort': 'sort' },
        ExpressionAttributeValues: { ':day': day },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    /** Makes the deletion of a domain find the events of a watch that watches the domain by its tag. */
    async noteEvents(domain: string, { owner, id }: Pick<Watch, 'owner' | 'id'>): Promise<void> {
      const key = placeKey(subjectKey('domain', domain), { owner, watch: id });
      const put = db.put({
        TableName: table,
        Item: { ...key, owner, watch: id, since: 0, left: true, expires_at: expiry() },
        ConditionExpression: 'attribute_not_exists(#sort) OR #left = :left',
        ExpressionAttributeNames: { '#sort': 'sort', '#left': 'left' },
        ExpressionAttributeValues: { ':left': true },
      });
      await ifConditionHolds(put);
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
      const found = await places(subjectKey('domain', domain));
      for (const { owner, watch: id } of found) {
        await removeDomain(owner, id, domain);
        await deleteAbout(eventsOf(id), domain);
      }
      await deleteAbout(PENDING, domain);
      await deletePartition(db, {
        table,
        partitionKey: 'partition',
        sortKey: 'sort',
        value: subjectKey('domain', domain),
      });
    },
  };
}
