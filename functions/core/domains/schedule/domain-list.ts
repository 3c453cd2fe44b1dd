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
  storedRow,
  storedSite,
} from './stored-row.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import {
  absent,
  absentOr,
  atMost,
  between,
  ifAbsent,
  member,
  present,
  smallerThan,
} from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { getItem, queryPage, type StartKey, type Table, updateItem } from '../../platform/dynamodb/table.ts';
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

async function itemsBetween(store: Table, initial: string, lowest: string, most: number): Promise<ScheduleItem[]> {
  const key = { initial, domain: between(lowest, initial + HIGHEST) };
  const items: ScheduleItem[] = [];
  let after: StartKey;
  do {
    const limit = most - items.length;
    const page = await queryPage<ScheduleItem>(store, key, { index: ROWS_INDEX, limit, after });
    items.push(...page.items);
    after = page.next;
  } while (after && items.length < most);
  return items;
}

/**
 * Reads a page of domains, sorted by name.
 *
 * @param after name after which the page starts; `null`: the first page
 */
async function page(store: Table, after: string | null, limit: number): Promise<DomainPage> {
  const found: ListedDomain[] = [];
  for (const initial of INITIALS) {
    if (after !== null && initial < initialOf(after)) continue;
    const lowest = after !== null && initialOf(after) === initial ? after + LOWEST : initial;
    found.push(...(await itemsBetween(store, initial, lowest, limit + 1 - found.length)).map(listedDomain));
    if (found.length > limit) break;
  }
  const domains = found.slice(0, limit);
  return { domains, next: found.length > limit ? domains.at(-1)!.domain : null };
}

/** Adds a domain to the list. */
async function add(store: Table, domain: string): Promise<void> {
  await updateItem(store, { domain }, { set: { initial: initialOf(domain) } });
}

/**
 * Stores the row of a domain's record. The row of a newer record is not overwritten.
 *
 * @param kind `new`: the first record of the domain, which has no history; `old`: a record that was stored before, whose
 *   row is not stored if the domain was deleted or blocked in the meantime
 */
async function writeRow(store: Table, domain: string, row: RecordRow, kind?: 'new' | 'old'): Promise<void> {
  const stored = (await getItem<ScheduleItem>(store, { domain }, { consistent: true }))?.row;
  const next = storedRow(row, stored ?? (kind === 'new' ? null : undefined));
  const isUntouched = { initial: present, row: absent, is_blocked: absent };
  const when = kind === 'old' ? isUntouched : [{ row: absent }, { [member('row', 'at')]: atMost(next.at) }];
  await updateItem(store, { domain }, { set: { initial: initialOf(domain), row: next }, when });
}

/** Stores values of earlier days that the row does not have. */
async function writePastValues(
  store: Table,
  domain: string,
  { past, year }: { past: PastPoint[]; year: Uint8Array },
): Promise<void> {
  const set = { [member('row', 'past')]: ifAbsent(past), [member('row', 'year')]: year };
  await updateItem(store, { domain }, { set, when: { row: present, [member('row', 'year')]: absent } });
}

/** Stores the values of a crawl. Those of a newer crawl are not overwritten. */
async function writeSite(store: Table, domain: string, listed: ListedSite): Promise<void> {
  const site = storedSite(listed);
  const when = [{ site: absent }, { [member('site', 'at')]: atMost(site.at) }];
  await updateItem(store, { domain }, { set: { initial: initialOf(domain), site }, when });
}

/** Adds tags. @returns false if the domain would have too many tags, or is not in the list */
function addTags(store: Table, domain: string, tags: string[]): Promise<boolean> {
  const hasRoom = absentOr(smallerThan(MOST_TAGS - tags.length + 1));
  return updateItem(store, { domain }, { add: { tags: new Set(tags) }, when: { initial: present, tags: hasRoom } });
}

async function removeTags(store: Table, domain: string, tags: string[]): Promise<void> {
  await updateItem(store, { domain }, { removeFrom: { tags: new Set(tags) }, when: { tags: present } });
}

/** @param domains at most 100, without duplicates. Unknown domains are neither followed nor blocked */
async function states(store: Table, domains: string[]): Promise<Map<string, DomainState>> {
  const keys = domains.map((domain) => ({ domain }));
  const items = await getItems<ScheduleItem>(store, keys, { consistent: true });
  const known = new Map(items.map((item) => [item.domain, item]));
  return new Map(domains.map((domain) => [domain, stateOf(known.get(domain) ?? {})]));
}

export type DomainList = ReturnType<typeof createDomainList>;

/**
 * Creates the access to the rows of the domain list in the `DomainSchedule` table. A page reads no records and scans
 * nothing: it costs at most one query for each first character.
 */
export function createDomainList(db: DynamoDB, table: string) {
  const functions = { page, add, writeRow, writePastValues, writeSite, addTags, removeTags, states };
  return bindStore({ db, table }, functions);
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
