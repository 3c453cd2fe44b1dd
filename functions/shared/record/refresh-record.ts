import { domainToUnicode } from 'node:url';
import { AllSourcesFailed } from '../http/errors.ts';
import type { Source, SourceContext } from '../sources/source.ts';
import type { CachedRecord, DomainCache } from '../storage/domain-cache.ts';
import type { DomainHistory, Snapshot } from '../storage/domain-history.ts';
import { collectRecord } from './collect.ts';
import type { DomainRecord } from './record.ts';

export interface RefreshDependencies {
  cache: DomainCache;
  history: DomainHistory;
  sources: Source[];
  context: SourceContext;
}

/**
 * Fetches a domain anew, overwrites its entry in the permanent cache and adds a snapshot to its history.
 *
 * @param previous the entry as it stands
 * @throws {AllSourcesFailed} when no source answered, or nothing is known of a new domain; nothing is stored then
 */
export async function refreshRecord(
  domain: string,
  origin: Snapshot['origin'],
  previous: CachedRecord | null,
  { cache, history, sources, context }: RefreshDependencies,
): Promise<CachedRecord> {
  const previousRecord = previous && (JSON.parse(previous.recordJson) as DomainRecord);
  const { record, answered, found } = await collectRecord(domain, previousRecord, sources, context);
  const isWorthKeeping = answered && (found || previous !== null);
  if (!isWorthKeeping) throw new AllSourcesFailed(`Nothing could be learnt of ${domain}: ${reasons(record)}`);

  const updatedAt = new Date(context.now()).toISOString();
  const entry: CachedRecord = {
    domain,
    domainUnicode: domainToUnicode(domain),
    firstCachedAt: previous?.firstCachedAt ?? updatedAt,
    updatedAt,
    recordJson: JSON.stringify(record),
  };
  await Promise.all([cache.write(entry), history.add(snapshotOf(domain, origin, updatedAt, record))]);
  return entry;
}

function reasons(record: DomainRecord): string {
  const failures = record.sources.flatMap(({ id, error }) => (error ? [`${id}: ${error.code}`] : []));
  return failures.join(', ') || 'no source knows it';
}

/** The figures of this fetch alone: what was kept from an earlier one is not measured again. */
function snapshotOf(domain: string, origin: Snapshot['origin'], capturedAt: string, record: DomainRecord): Snapshot {
  const siteIsNew = record.sources.some(({ id, from_cache }) => id === 'site' && !from_cache);
  const page = siteIsNew ? record.page : null;
  return {
    domain,
    captured_at: capturedAt,
    origin,
    seo_score: siteIsNew ? record.seo_score : null,
    http_status: page?.http_status ?? null,
    word_count: page?.word_count ?? null,
    links_total: page?.links.total ?? null,
    title: page?.title ?? null,
    content_hash: page?.content_hash ?? null,
  };
}
