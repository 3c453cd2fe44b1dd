import { type DynamoDB, ifConditionHolds, inPartition } from '../../platform/dynamodb/dynamodb.ts';
import { deleteItems, deletePartition, putItems, queryItems } from '../../platform/dynamodb/many-items.ts';
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

/** What places belong to. */
type Watcher = Pick<WatchedDomain, 'owner' | 'watch'>;

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

/**
 * Creates the lists of watches by domain and by tag, in the table `Watches`.
 *
 * @param pageSize number of places in a page
 */
export function createWatchedDomains(db: DynamoDB, table: string, now: () => number, pageSize: number) {
  const expiry = () => Math.ceil((now() + EVENTS_KEPT_MS + DAY_MS) / 1000);

  const query = async (partition: string, prefix?: string, start?: PlaceKey) => {
    const items = await queryItems(db, {
      TableName: table,
      ...inPartition({ partition }, prefix === undefined ? {} : { sort: prefix }),
      ...(start && { ExclusiveStartKey: { ...start } }),
    });
    return items as unknown as StoredPlace[];
  };

  /** Reads places of one list, and all others of the owner of the last one. */
  async function readSome(partition: string, start: PlaceKey | null, most: number) {
    const { Items = [], LastEvaluatedKey } = await db.query({
      TableName: table,
      ...inPartition({ partition }),
      Limit: most,
      ...(start && { ExclusiveStartKey: { ...start } }),
    });
    const places = Items as unknown as StoredPlace[];
    if (!LastEvaluatedKey) return { places, isEnd: true };
    const others = await query(partition, prefixOf(places.at(-1)!.owner), LastEvaluatedKey as unknown as PlaceKey);
    return { places: [...places, ...others], isEnd: false };
  }

  /** The events about the domain are kept, so that the deletion of the domain has to find them. */
  const leftPlace = (partition: string, { owner, watch }: Watcher) => ({
    ...placeKey(partition, { owner, watch }),
    ...{ owner, watch, since: 0, left: true, expires_at: expiry() },
  });

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

  /**
   * Notes that a domain was counted against the allowance of a day, or refused.
   *
   * @param day `YYYY-MM-DD`
   * @returns false if it was noted before
   */
  async function note(
    domain: string,
    place: WatchedDomain,
    what: 'counted_on' | 'refused_on',
    day: string,
  ): Promise<boolean> {
    const update = db.update({
      TableName: table,
      Key: placeKey(subjectKey('domain', domain), place),
      UpdateExpression: `SET ${what} = :day`,
      ConditionExpression: `attribute_exists(#sort) AND (attribute_not_exists(${what}) OR ${what} <> :day)`,
      ExpressionAttributeNames: { '#sort': 'sort' },
      ExpressionAttributeValues: { ':day': day },
    });
    return (await ifConditionHolds(update)) !== null;
  }

  /** Makes the deletion of a domain find the events of a watch that watches the domain by its tag. */
  async function noteEvents(domain: string, { owner, id }: { owner: string; id: string }): Promise<void> {
    const put = db.put({
      TableName: table,
      Item: leftPlace(subjectKey('domain', domain), { owner, watch: id }),
      ConditionExpression: 'attribute_not_exists(#sort) OR #left = :left',
      ExpressionAttributeNames: { '#sort': 'sort', '#left': 'left' },
      ExpressionAttributeValues: { ':left': true },
    });
    await ifConditionHolds(put);
  }

  return {
    leaveUnused,
    note,
    noteEvents,

    /**
     * Reads a page of the lists of a domain and its tags. It contains all places of an owner in a list, so that a page may
     * be longer than others by these: an owner's allowance is counted once, and the crawl that has waited longest is known.
     *
     * @param after `next` of the page before; `null`: the first page
     * @returns `next`: `null` if there are no further places
     */
    async page(domain: string, tags: readonly string[], after: PlaceKey | null) {
      // The order is the same in each message, whatever tags were added or removed in the meantime.
      const lists = [subjectKey('domain', domain), ...tags.map((tag) => subjectKey('tag', tag))].toSorted();
      const rest = lists.filter((list) => after === null || list >= after.partition);
      const places: StoredPlace[] = [];
      for (const list of rest) {
        const start = list === after?.partition ? after : null;
        const found = await readSome(list, start, pageSize - places.length);
        places.push(...found.places);
        if (places.length < pageSize || (found.isEnd && list === rest.at(-1))) continue;
        const { partition, sort } = places.at(-1)!;
        return { places, next: { partition, sort } };
      }
      return { places, next: null };
    },

    /** Reads the places of an owner in the lists of a domain and its tags. */
    async ofOwner(domain: string, tags: readonly string[], owner: string): Promise<StoredPlace[]> {
      const lists = [subjectKey('domain', domain), ...tags.map((tag) => subjectKey('tag', tag))];
      return (await Promise.all(lists.map((list) => query(list, prefixOf(owner))))).flat();
    },

    /** Reads all places in the list of a domain. */
    ofDomain: (domain: string) => query(subjectKey('domain', domain)),

    /** Adds a watch to lists. */
    async enter({ owner, id }: { owner: string; id: string }, partitions: string[]): Promise<void> {
      const place = { owner, watch: id, since: now() };
      await putItems(
        db,
        table,
        partitions.map((partition) => ({ ...placeKey(partition, place), ...place })),
      );
    },

    /** Marks places that a watch has left. */
    async leave({ owner, id }: { owner: string; id: string }, partitions: string[]): Promise<void> {
      const items = partitions.map((partition) => leftPlace(partition, { owner, watch: id }));
      await putItems(db, table, items);
    },

    /** Deletes the places of a watch. */
    async remove({ owner, id }: { owner: string; id: string }, partitions: string[]): Promise<void> {
      const keys = partitions.map((partition) => placeKey(partition, { owner, watch: id }));
      await deleteItems(db, table, keys);
    },

    /** Deletes the list of a domain. */
    deleteDomain: (domain: string) =>
      deletePartition(db, { table, partitionKey: 'partition', sortKey: 'sort', value: subjectKey('domain', domain) }),
  };
}
