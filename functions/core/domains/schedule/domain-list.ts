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

/** All that a domain may begin with, in the order of the names. */
const INITIALS = [...'0123456789_abcdefghijklmnopqrstuvwxyz'];
/** Sorts before, or after, all that may follow in a name. */
const LOWEST = '!';
const HIGHEST = '~';

/** Tags of a domain. */
export const MOST_TAGS = 20;

/** A domain, and what is shown of it in the list. */
export interface ListedDomain {
  domain: string;
  followed: boolean;
  blocked: boolean;
  /** `null`: nothing is noted of a record. */
  row: ListedRow | null;
  /** `null`: the site was not crawled. */
  site: ListedSite | null;
  /** In the order of their letters. */
  tags: string[];
}

export interface DomainPage {
  domains: ListedDomain[];
  /** To go on behind; `null` on the last page. */
  next: string | null;
}

/** What the schedule says of a domain. */
export interface DomainState {
  followed: boolean;
  blocked: boolean;
  /** ISO 8601 time. */
  nextSnapshotAt: string | null;
  /** `YYYY-MM-DD` */
  lastAskedOn: string | null;
}

const UNTOUCHED = 'attribute_exists(initial) AND attribute_not_exists(#row) AND attribute_not_exists(is_blocked)';

export interface DomainList {
  /**
   * Domains by name.
   *
   * @param after name to go on behind
   */
  page(after: string | null, limit: number): Promise<DomainPage>;
  /** Has a domain listed, whatever else is known of it. */
  add(domain: string): Promise<void>;
  /**
   * Notes what the list shows of a domain's record. What is noted of a newer one stays.
   *
   * @param kind `new`: the first record of the domain, which has no past; `old`: the record was stored before, and
   *   of a domain that is deleted or blocked meanwhile, nothing is noted
   */
  note(domain: string, row: RecordRow, kind?: 'new' | 'old'): Promise<void>;
  /** Notes values of earlier days, unless some are noted. */
  notePast(domain: string, past: PastPoint[]): Promise<void>;
  /** Notes what the list shows of a crawl. What is noted of a newer one stays. */
  noteSite(domain: string, site: ListedSite): Promise<void>;
  /** @returns whether a domain has these tags now: not where it would have too many, or is not listed */
  addTags(domain: string, tags: string[]): Promise<boolean>;
  removeTags(domain: string, tags: string[]): Promise<void>;
  /** @param domains at most 100; each of them once. Those that nothing is known of are neither followed nor blocked */
  states(domains: string[]): Promise<Map<string, DomainState>>;
}

/**
 * The names in the `DomainSchedule` table and what is shown of them, without any scan or record: a page costs at most one
 * query for each first letter.
 */
export function createDomainList(db: DynamoDB, table: string): DomainList {
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
    async page(after, limit) {
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

    async add(domain) {
      await update(domain, {
        UpdateExpression: 'SET initial = :initial',
        ExpressionAttributeValues: { ':initial': initialOf(domain) },
      });
    },

    async note(domain, row, kind) {
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

    async notePast(domain, past) {
      await updateIf(domain, {
        UpdateExpression: 'SET #row.#past = :past',
        ConditionExpression: 'attribute_exists(#row) AND attribute_not_exists(#row.#past)',
        ExpressionAttributeNames: { '#row': 'row', '#past': 'past' },
        ExpressionAttributeValues: { ':past': past },
      });
    },

    async noteSite(domain, site) {
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

    async addTags(domain, tags) {
      const changed = await updateIf(domain, {
        UpdateExpression: 'ADD #tags :tags',
        ConditionExpression: 'attribute_exists(initial) AND (attribute_not_exists(#tags) OR size(#tags) <= :room)',
        ExpressionAttributeNames: { '#tags': 'tags' },
        ExpressionAttributeValues: { ':tags': new Set(tags), ':room': MOST_TAGS - tags.length },
      });
      return changed !== null;
    },

    async removeTags(domain, tags) {
      await updateIf(domain, {
        UpdateExpression: 'DELETE #tags :tags',
        ConditionExpression: 'attribute_exists(#tags)',
        ExpressionAttributeNames: { '#tags': 'tags' },
        ExpressionAttributeValues: { ':tags': new Set(tags) },
      });
    },

    async states(domains) {
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

function stateOf({ is_blocked, next_snapshot_at, last_asked_on }: Partial<ScheduleItem>): DomainState {
  return {
    followed: next_snapshot_at !== undefined,
    blocked: is_blocked === true,
    nextSnapshotAt: next_snapshot_at ?? null,
    lastAskedOn: last_asked_on ?? null,
  };
}
