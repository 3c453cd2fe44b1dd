import { domainToUnicode } from 'node:url';
import { asciiHost, withoutWww } from '../shared/domain/ascii-host.ts';
import { recordOf } from '../shared/record/record-of.ts';
import { hasFailed } from '../shared/record/source-failed.ts';
import type { CachedRecord } from '../shared/record/cached-record.ts';
import type { DomainCache } from '../shared/storage/domain-cache/domain-cache.ts';
import type { DomainList, DomainState } from '../shared/storage/domain-schedule/domain-list.ts';
import type { Domains, DomainSummary } from './contract.ts';

const PAGE_SIZE = 25;
/** The beginning of a host name. */
const PREFIX = /^[a-z0-9_.-]*$/;

export interface ListServices {
  list: DomainList;
  cache: Pick<DomainCache, 'read'>;
}

/**
 * A page of the domains, by name.
 *
 * @param search prefix of their names, in any form of a domain
 * @param after `next` of the previous page
 */
export async function listDomains(
  { search, after }: { search: string; after: string | null },
  { list, cache }: ListServices,
): Promise<Domains> {
  const { domains, next } = await list.page(prefixOf(search), after, PAGE_SIZE);
  // Single reads cost the same as a batch, and `DomainCache` only has single reads.
  const [states, entries] = await Promise.all([
    list.states(domains),
    Promise.all(domains.map((domain) => cache.read(domain))),
  ]);
  return {
    domains: domains.map((domain, index) => summaryOf(domain, entries[index] ?? null, states.get(domain)!)),
    next,
  };
}

function prefixOf(search: string): string {
  const typed = search.trim().toLowerCase();
  return withoutWww(PREFIX.test(typed) ? typed : (asciiHost(typed) ?? typed));
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
