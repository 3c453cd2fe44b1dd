import type { RecordRow } from '../../record/record-row.ts';
import {
  initialOf,
  type ListedRow,
  type ListedSite,
  type PastPoint,
  readRow,
  readSite,
  ROWS_INDEX,
  type ScheduleItem,
  type ScheduleUpdate,
  type StoredRow,
  storedRow,
  storedSite,
} from './stored-row.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';

/** All first characters of domains, in the order of the names. */
const INITIALS = [...'0123456789_abcdefghijklmnopqrstuvwxyz'];
/** Characters that sort before and after all characters of a name. */
const LOWEST = '!';
const HIGHEST = '~';

/** Maximum number of tags of a domain. */
export const MOST_TAGS = 20;

/** A domain with the values that the list shows. */
export interface ListedDomain {
  domain: string;
  followed: boolean;
  blocked: boolean;
  /** `null`: the domain has no stored row. */
  row: ListedRow | null;
  /** `null`: the site was not crawled. */
  site: ListedSite | null;
  /** Sorted. */
  tags: string[];
}

export interface DomainPage {
  domains: ListedDomain[];
  /** Name after which the next page starts; `null` on the last page. */
  next: string | null;
}

/** State of a domain in the schedule. */
export interface DomainState {
  followed: boolean;
  blocked: boolean;
  /** ISO 8601 time. */
  nextSnapshotAt: string | null;
  /** `YYYY-MM-DD` */
  lastRequestedOn: string | null;
  tags: string[];
}

const UNTOUCHED = 'attribute_exists(initial) AND attribute_not_exists(#row) AND attribute_not_exists(is_blocked)';

export type DomainList = ReturnType<typeof createDomainList>;

/**
 * Creates the access to the rows of the domain list in the `DomainSchedule` table. A page reads no records and scans
 * nothing: it costs at most one query for each first character.
 */
export function createDomainList(db: DynamoDB, table: string) {
  const update = (domain: string, change: ScheduleUpdate) =>
    db.update({ TableName: table, Key: { domain }, ...change });
  const updateIf = (domain: string, change: ScheduleUpdate) => ifConditionHolds(update(domain, change));

  async function itemsBetween(initial: string, lowest: string, most: number): Promise<ScheduleItem[]> {
    const items: ScheduleItem[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await db.query({
        TableName: table,
        IndexName: ROWS_INDEX,
        KeyConditionExpression: 'initial = :initial AND #domain BETWEEN :lowest AND :highest',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':initial': initial, ':lowest': lowest, ':highest': initial + HIGHEST },
        Limit: most - items.length,
        ...(start && { ExclusiveStartKey: start }),
      });
      items.push(...((page.Items ?? []) as ScheduleItem[]));
      start = page.LastEvaluatedKey;
    } while (start && items.length < most);
    return items;
  }

  async function readStored(domain: string): Promise<StoredRow | undefined> {
    const { Item } = await db.get({ TableName: table, Key: { domain }, ConsistentRead: true });
    return (Item as ScheduleItem | undefined)?.row;
  }

  return {
    /**
     * Reads a page of domains, sorted by name.
     *
     * @param after name after which the page starts; `null`: the first page
     */
    async page(after: string | null, limit: number): Promise<DomainPage> {
      const found: ListedDomain[] = [];
      for (const initial of INITIALS) {
        if (after !== null && initial < initialOf(after)) continue;
        const lowest = after !== null && initialOf(after) === initial ? after + LOWEST : initial;
        found.push(...(await itemsBetween(initial, lowest, limit + 1 - found.length)).map(listedDomain));
        if (found.length > limit) break;
      }
      const domains = found.slice(0, limit);
      return { domains, next: found.length > limit ? domains.at(-1)!.domain : null };
    },

    /** Adds a domain to the list. */
    async add(domain: string): Promise<void> {
      await update(domain, {
        UpdateExpression: 'SET initial = :initial',
        ExpressionAttributeValues: { ':initial': initialOf(domain) },
      });
    },

    /**
     * Stores the row of a domain's record. The row of a newer record is not overwritten.
     *
     * @param kind `new`: the first record of the domain, which has no history; `old`: a record that was stored before, whose
     *   row is not stored if the domain was deleted or blocked in the meantime
     */
    async writeRow(domain: string, row: RecordRow, kind?: 'new' | 'old'): Promise<void> {
      const isOld = kind === 'old';
      const stored = await readStored(domain);
      const next = storedRow(row, stored ?? (kind === 'new' ? null : undefined));
      await updateIf(domain, {
        UpdateExpression: 'SET initial = :initial, #row = :row',
        ConditionExpression: isOld ? UNTOUCHED : 'attribute_not_exists(#row) OR #row.#at <= :at',
        ExpressionAttributeNames: { '#row': 'row', ...(!isOld && { '#at': 'at' }) },
        ExpressionAttributeValues: {
          ':initial': initialOf(domain),
          ':row': next,
          ...(!isOld && { ':at': next.at }),
        },
      });
    },

    /** Stores values of earlier days that the row does not have. */
    async writePastValues(domain: string, { past, year }: { past: PastPoint[]; year: Uint8Array }): Promise<void> {
      await updateIf(domain, {
        UpdateExpression: 'SET #row.#past = if_not_exists(#row.#past, :past), #row.#year = :year',
        ConditionExpression: 'attribute_exists(#row) AND attribute_not_exists(#row.#year)',
        ExpressionAttributeNames: { '#row': 'row', '#past': 'past', '#year': 'year' },
        ExpressionAttributeValues: { ':past': past, ':year': year },
      });
    },

    /** Stores the values of a crawl. Those of a newer crawl are not overwritten. */
    async writeSite(domain: string, site: ListedSite): Promise<void> {
      await updateIf(domain, {
        UpdateExpression: 'SET initial = :initial, #site = :site',
        ConditionExpression: 'attribute_not_exists(#site) OR #site.#at <= :at',
        ExpressionAttributeNames: { '#site': 'site', '#at': 'at' },
        ExpressionAttributeValues: {
          ':initial': initialOf(domain),
          ':site': storedSite(site),
          ':at': storedSite(site).at,
        },
      });
    },

    /** Adds tags. @returns false if the domain would have too many tags, or is not in the list */
    async addTags(domain: string, tags: string[]): Promise<boolean> {
      const changed = await updateIf(domain, {
        UpdateExpression: 'ADD #tags :tags',
        ConditionExpression: 'attribute_exists(initial) AND (attribute_not_exists(#tags) OR size(#tags) <= :room)',
        ExpressionAttributeNames: { '#tags': 'tags' },
        ExpressionAttributeValues: { ':tags': new Set(tags), ':room': MOST_TAGS - tags.length },
      });
      return changed !== null;
    },

    async removeTags(domain: string, tags: string[]): Promise<void> {
      await updateIf(domain, {
        UpdateExpression: 'DELETE #tags :tags',
        ConditionExpression: 'attribute_exists(#tags)',
        ExpressionAttributeNames: { '#tags': 'tags' },
        ExpressionAttributeValues: { ':tags': new Set(tags) },
      });
    },

    /** @param domains at most 100, without duplicates. Unknown domains are neither followed nor blocked */
    async states(domains: string[]): Promise<Map<string, DomainState>> {
      const keys = domains.map((domain) => ({ domain }));
      const items = keys.length > 0 ? await getItems(db, table, keys, { consistent: true }) : [];
      const known = new Map(items.map((item) => [item.domain as string, item]));
      return new Map(domains.map((domain) => [domain, stateOf(known.get(domain) ?? {})]));
    },
  };
}

function listedDomain({ domain, due_shard, is_blocked, row, site, tags = new Set() }: ScheduleItem): ListedDomain {
  return {
    domain,
    followed: due_shard !== undefined,
    blocked: is_blocked === true,
    row: row ? readRow(row) : null,
    site: site ? readSite(site) : null,
    tags: [...tags].sort(),
  };
}

function stateOf({
  is_blocked,
  next_snapshot_at,
  last_asked_on,
  tags = new Set(),
}: Partial<ScheduleItem>): DomainState {
  return {
    followed: next_snapshot_at !== undefined,
    blocked: is_blocked === true,
    nextSnapshotAt: next_snapshot_at ?? null,
    lastRequestedOn: last_asked_on ?? null,
    tags: [...tags].sort(),
  };
}
