import { domainToUnicode } from 'node:url';
import { fittingItems } from '../core/platform/http/paging.ts';
import { type CachedRecord, recordOf } from '../core/record/cached-record.ts';
import { hasFailed, rowOf } from '../core/record/record-row.ts';
import type { DomainCache } from '../core/domains/store/domain-cache.ts';
import type { DomainList, DomainState, ListedDomain } from '../core/domains/schedule/domain-list.ts';
import { type ListedRow, readRow, storedRow } from '../core/domains/schedule/stored-row.ts';
import { DAY_MS, dayOf } from '../core/platform/time/day.ts';
import type { DomainRow, Domains, DomainSummary, PastFigures } from './contract.ts';
import { type PastServices, readPast } from './read-past.ts';

const PAGE_SIZE = 2_500;
/** Rows that could not be stored with their record are made as they are listed, some a page. */
const MADE_PER_PAGE = 100;

export interface ListServices extends PastServices {
  list: DomainList;
  cache: Pick<DomainCache, 'read'>;
}

/**
 * A page of the domains, by name, as many as fit into one answer. It reads no records but those of which nothing is noted yet.
 *
 * @param after `next` of the previous page
 */
export async function listDomains(after: string | null, services: ListServices): Promise<Domains> {
  const { domains, next } = await services.list.page(after, PAGE_SIZE);
  const incomplete = someOf(domains.filter(({ row }) => !row?.past));
  const made = await Promise.all(incomplete.map(({ domain, row }) => makeRow(domain, row, services)));
  const rows = new Map(incomplete.map(({ domain }, index) => [domain, made[index]!]));
  const all = domains.map((one) => rowOfList({ ...one, row: rows.get(one.domain) ?? one.row }));
  const fitting = fittingItems(all);
  return { domains: fitting, next: fitting.length < all.length ? fitting.at(-1)!.domain : next };
}

/** Others each time: of some, nothing is in the cache. */
function someOf(domains: ListedDomain[]): ListedDomain[] {
  const start = Math.floor(Math.random() * domains.length);
  return [...domains.slice(start), ...domains.slice(0, start)].slice(0, MADE_PER_PAGE);
}

/** @returns `null` if the domain is not in the cache */
async function makeRow(domain: string, known: ListedRow | null, services: ListServices): Promise<ListedRow | null> {
  const row = known ?? (await rowOfEntry(domain, services));
  if (row === null) return null;
  const past = await readPast(domain, row.updatedAt, services);
  await services.list.notePast(domain, past);
  return { ...row, past };
}

async function rowOfEntry(domain: string, { list, cache }: ListServices): Promise<ListedRow | null> {
  const entry = await cache.read(domain);
  if (!entry) return null;
  const row = rowOf(recordOf(entry), entry.updatedAt);
  await list.note(domain, row, 'old');
  return readRow(storedRow(row, undefined));
}

function rowOfList({ domain, followed, blocked, row, site, tags }: ListedDomain): DomainRow {
  return {
    domain,
    domain_unicode: domainToUnicode(domain),
    updated_at: row?.updatedAt ?? null,
    seo_score: row?.score ?? null,
    score_of: row?.scoreOf ?? null,
    score_error: row?.scoreError ?? null,
    tranco_rank: row?.rank ?? null,
    organic_etv: row?.visits ?? null,
    tls_valid_to: row?.certificateEnds ?? null,
    registration_expires_at: row?.registrationEnds ?? null,
    past: row?.past?.map(([day, ...figures]): PastFigures => [dayOf(day * DAY_MS), ...figures]) ?? null,
    failed_sources: row?.failed ?? null,
    site: site && { ended_at: site.endedAt, errors: site.errors, warnings: site.warnings },
    tags,
    followed,
    blocked,
  };
}

/** @param entry `null` if the domain is not in the cache */
export function summaryOf(domain: string, entry: CachedRecord | null, state: DomainState): DomainSummary {
  const record = entry && recordOf(entry);
  return {
    domain,
    domain_unicode: entry?.domainUnicode ?? domainToUnicode(domain),
    updated_at: entry?.updatedAt ?? null,
    seo_score: record?.seo_score ?? null,
    score_source: record?.sources.find(({ fields }) => fields.includes('seo_score')) ?? null,
    complete: record?.complete ?? null,
    failed_sources: record?.sources.filter(hasFailed).map(({ id }) => id) ?? [],
    followed: state.followed,
    blocked: state.blocked,
  };
}
