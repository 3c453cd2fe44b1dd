import { domainToUnicode } from 'node:url';
import type { DomainServices } from './domain-routes.ts';
import { routesOf } from './router.ts';
import type { JournalNote } from '../core/operations/journal.ts';
import { fittingItems } from '../core/platform/http/paging.ts';
import { recordOf } from '../core/record/cached-record.ts';
import { rowOf, UNKNOWN_ROW } from '../core/record/record-row.ts';
import type { DomainList, ListedDomain } from '../core/domains/schedule/domain-list.ts';
import {
  dayNumber,
  type ListedRow,
  type PastPoint,
  readRow,
  recentPoints,
  storedRow,
  withPoint,
  YEAR_DAYS,
  yearBefore,
} from '../core/domains/schedule/stored-row.ts';
import { DAY_MS, dayOf } from '../core/platform/time/day.ts';
import {
  type ChangedDomains,
  domainListContract,
  type DomainRow,
  type Domains,
  MAX_SNAPSHOTS,
  type PastMetrics,
} from './contract/domains.ts';
import type { DomainHistory } from '../core/domains/store/domain-history.ts';
import type { FollowedDomains } from '../core/domains/schedule/followed-domains.ts';

export interface DomainListServices extends Pick<DomainServices, 'cache' | 'isReachable' | 'now'> {
  list: DomainList;
  history: Pick<DomainHistory, 'read'>;
  followed: Pick<FollowedDomains, 'follow' | 'unfollow'>;
}

/** Routes for the list of domains, and for changes to many of them at once. */
export const domainListRoutes = routesOf<typeof domainListContract, DomainListServices>(domainListContract, {
  domains: async ({ query: { after = null } }, services) => ({ data: await listDomains(after, services) }),
  changeDomains: async ({ body: { domains, add_tags, remove_tags, follow } }, services) => {
    const change = { addTags: add_tags, removeTags: remove_tags, follow: follow ?? null };
    const names = [...new Set(domains)];
    return { data: await changeDomains(names, change, services), note: noteOf(names, change) };
  },
});

const PAGE_SIZE = 2_500;
/** Number of missing rows that are created per page of the list: those that could not be stored with their record. */
const CREATED_PER_PAGE = 50;

type ListServices = Pick<DomainListServices, 'list' | 'cache' | 'history'>;

/**
 * Returns a page of the domains, by name, as many as fit into one answer. Records are read only for domains without a row.
 *
 * @param after `next` of the previous page
 */
export async function listDomains(after: string | null, services: ListServices): Promise<Domains> {
  const { domains, next } = await services.list.page(after, PAGE_SIZE);
  const incomplete = selectSome(domains.filter(({ row }) => !row?.past || !row.year));
  const created = await Promise.all(incomplete.map(({ domain, row }) => createRow(domain, row, services)));
  const rows = new Map(incomplete.map(({ domain }, index) => [domain, created[index]!]));
  const all = domains.map((one) => rowOfList({ ...one, row: rows.get(one.domain) ?? one.row }));
  const fitting = fittingItems(all);
  return { domains: fitting, next: fitting.length < all.length ? fitting.at(-1)!.domain : next };
}

/** Selects some domains at random, because those that are not in the cache would be selected each time otherwise. */
function selectSome(domains: ListedDomain[]): ListedDomain[] {
  const start = Math.floor(Math.random() * domains.length);
  return [...domains.slice(start), ...domains.slice(0, start)].slice(0, CREATED_PER_PAGE);
}

/** @returns `null` if the domain is not in the cache */
async function createRow(domain: string, known: ListedRow | null, services: ListServices): Promise<ListedRow | null> {
  const row = known ?? (await rowOfEntry(domain, services));
  if (row === null) return null;
  const past = await readPastValues(domain, row.updated_at, services);
  await services.list.writePastValues(domain, past);
  return readRow({ ...storedRow(row, undefined), ...past, ...(row.past && { past: row.past }) });
}

async function rowOfEntry(domain: string, { list, cache }: ListServices): Promise<ListedRow | null> {
  const entry = await cache.read(domain);
  if (!entry) return null;
  const row = rowOf(recordOf(entry), entry.updatedAt);
  await list.writeRow(domain, row, 'old');
  return readRow(storedRow(row, undefined));
}

function rowOfList({ domain, followed, blocked, row, site, tags }: ListedDomain): DomainRow {
  const { past, year, ...values } = row ?? { ...UNKNOWN_ROW, past: null, year: null };
  return {
    domain,
    domain_unicode: domainToUnicode(domain),
    ...values,
    past: past?.map(([day, ...metrics]): PastMetrics => [dayOf(day * DAY_MS), ...metrics]) ?? null,
    year: year?.scores.length ? { from: dayOf(year.from * DAY_MS), scores: year.scores } : null,
    site,
    tags,
    followed,
    blocked,
  };
}

/**
 * Reads the past values of a domain that the list contains from its history.
 *
 * @param before ISO 8601 time; snapshots of its day are excluded
 */
export async function readPastValues(
  domain: string,
  before: string,
  { history }: Pick<DomainListServices, 'history'>,
): Promise<{ past: PastPoint[]; year: Uint8Array }> {
  const end = Date.parse(before);
  const window = { from: new Date(end - YEAR_DAYS * DAY_MS).toISOString(), to: new Date(end).toISOString() };
  const { snapshots } = await history.read(domain, { ...window, limit: MAX_SNAPSHOTS });
  const points = snapshots
    .toReversed()
    .map(({ date, seo_score, tranco_rank }): PastPoint => [
      dayNumber(Date.parse(date)),
      numberOf(seo_score),
      numberOf(tranco_rank),
    ])
    .filter(([, score, rank]) => score !== null || rank !== null);
  const day = dayNumber(end);
  return { past: recentPoints(points, day).reduce(withPoint, []), year: yearBefore(points, day) };
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Number of domains that are changed concurrently. */
const CONCURRENCY = 25;

/** Number of domains that the journal names. */
const NAMED = 5;

function noteOf(domains: string[], { addTags, removeTags, follow }: DomainsChange): JournalNote {
  const more = domains.length > NAMED ? ` +${domains.length - NAMED}` : '';
  return {
    name: domains.slice(0, NAMED).join(', ') + more,
    changes: [
      ...addTags.map((to) => ({ what: 'tag', from: null, to })),
      ...removeTags.map((from) => ({ what: 'tag', from, to: null })),
      ...(follow === null ? [] : [{ what: 'followed', to: follow }]),
    ],
  };
}

/** A change of several domains. */
interface DomainsChange {
  addTags: string[];
  removeTags: string[];
  /** `null`: unchanged. */
  follow: boolean | null;
}

/**
 * Adds and removes tags of domains, and follows or unfollows them.
 *
 * @param domains without duplicates
 */
async function changeDomains(
  domains: string[],
  change: DomainsChange,
  services: DomainListServices,
): Promise<ChangedDomains> {
  const changed: ChangedDomains = { not_tagged: [], not_followed: [] };
  for (let start = 0; start < domains.length; start += CONCURRENCY) {
    const some = domains.slice(start, start + CONCURRENCY);
    const tagged = await Promise.all(some.map((domain) => changeOne(domain, change, services)));
    changed.not_tagged.push(...some.filter((_, index) => !tagged[index]));
    if (change.follow) changed.not_followed.push(...(await notFollowed(some, services)));
  }
  return changed;
}

/** @returns whether the domain has the added tags */
async function changeOne(
  domain: string,
  { addTags, removeTags, follow }: DomainsChange,
  { list, followed, now }: DomainListServices,
): Promise<boolean> {
  if (follow === true) {
    await list.add(domain);
    await followed.follow(domain, now());
  }
  if (follow === false) await followed.unfollow(domain);
  if (removeTags.length > 0) await list.removeTags(domain, removeTags);
  return addTags.length === 0 || list.addTags(domain, addTags);
}

async function notFollowed(domains: string[], { list }: DomainListServices): Promise<string[]> {
  const states = await list.states(domains);
  return domains.filter((domain) => !states.get(domain)!.followed);
}
