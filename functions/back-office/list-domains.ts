import { domainToUnicode } from 'node:url';
import { recordOf } from '../shared/record/record-of.ts';
import { hasFailed } from '../shared/record/source-failed.ts';
import type { CachedRecord } from '../shared/record/cached-record.ts';
import type { DomainCache } from '../shared/storage/domain-cache/domain-cache.ts';
import type { DomainList, DomainState, ListedDomain } from '../shared/storage/domain-schedule/domain-list.ts';
import { type ListedRow, readRow, storedRow } from '../shared/storage/domain-schedule/stored-row.ts';
import { rowOf } from '../shared/record/row-of.ts';
import type { DomainRow, Domains, DomainSummary } from './contract.ts';

const PAGE_SIZE = 1_000;
/** Rows of records that version 0.1 fetched are made as they are listed, some a page. */
const MADE_PER_PAGE = 50;

export interface ListServices {
  list: DomainList;
  cache: Pick<DomainCache, 'read'>;
}

/**
 * A page of the domains, by name. It reads no records but those of which nothing is noted yet.
 *
 * @param after `next` of the previous page
 */
export async function listDomains(after: string | null, { list, cache }: ListServices): Promise<Domains> {
  const { domains, next } = await list.page(after, PAGE_SIZE);
  const unknown = domains.filter(({ row }) => row === null).slice(0, MADE_PER_PAGE);
  const made = await Promise.all(unknown.map(({ domain }) => makeRow(domain, { list, cache })));
  const rows = new Map(unknown.map(({ domain }, index) => [domain, made[index] ?? null]));
  return { domains: domains.map((one) => rowOfList({ ...one, row: one.row ?? rows.get(one.domain) ?? null })), next };
}

/** @returns `null` if the domain is not in the cache */
async function makeRow(domain: string, { list, cache }: ListServices): Promise<ListedRow | null> {
  const entry = await cache.read(domain);
  if (!entry) return null;
  const row = rowOf(recordOf(entry), entry.updatedAt);
  await list.note(domain, row, true);
  return readRow(storedRow(row, undefined));
}

function rowOfList({ domain, followed, blocked, row }: ListedDomain): DomainRow {
  return {
    domain,
    domain_unicode: domainToUnicode(domain),
    updated_at: row?.updatedAt ?? null,
    seo_score: row?.score ?? null,
    score_of: row?.scoreOf ?? null,
    score_error: row?.scoreError ?? null,
    tranco_rank: row?.rank ?? null,
    seo_score_before: row?.scoreBefore ?? null,
    tranco_rank_before: row?.rankBefore ?? null,
    failed_sources: row?.failed ?? null,
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
