import { AllSourcesFailed } from '../http/errors.ts';
import type { CachedRecord, DomainCache } from '../storage/domain-cache.ts';
import type { DomainHistory, Snapshot } from '../storage/domain-history.ts';
import type { FollowedDomains } from '../storage/followed-domains.ts';
import type { WorkQueue } from '../storage/work-queue.ts';
import { askSources, type SourceServices } from './ask-sources.ts';
import { figuresOf, freshSources } from './figures.ts';
import { keepPast } from './keep-past.ts';
import { makeEntry, recordOf } from './make-entry.ts';
import { anyAnswered, anyFound, mergeRecord } from './merge-record.ts';
import type { DomainRecord } from './record.ts';

export interface RecordServices extends SourceServices {
  cache: DomainCache;
  history: DomainHistory;
  followed: FollowedDomains;
  queue: WorkQueue;
}

/**
 * Fetches a domain anew, overwrites its entry in the permanent cache and adds a snapshot to its history. Sources that
 * are too slow for a caller who waits are handed to the worker.
 *
 * @param previous the entry as it stands
 * @throws {AllSourcesFailed} when no source answered, or nothing is known of a new domain; nothing is stored then
 */
export async function refreshRecord(
  domain: string,
  origin: Snapshot['origin'],
  previous: CachedRecord | null,
  services: RecordServices,
): Promise<CachedRecord> {
  const { sources, cache, history, now } = services;
  const before = previous && recordOf(previous);
  const results = await askSources(domain, sources, before?.page?.final_url ?? null, 'inline', services);
  const record = mergeRecord(before, results, sources, now());
  if (!anyAnswered(results) || !(previous || anyFound(results))) {
    throw new AllSourcesFailed(`Nothing could be learnt of ${domain}: ${reasons(record)}`);
  }

  const updatedAt = new Date(now()).toISOString();
  const entry = makeEntry(domain, record, previous, updatedAt, now());
  const figures = figuresOf(record, freshSources(record));
  await Promise.all([
    cache.write(entry),
    history.add({ domain, captured_at: updatedAt, origin, ...figures }),
    keepPast(domain, results, services),
  ]);
  await handOver(domain, record, services.queue).catch((error: unknown) => {
    // The record is stored; a later hit hands over what is still pending.
    console.warn(JSON.stringify({ level: 'WARN', message: 'not handed over', domain, error: (error as Error).name }));
  });
  return entry;
}

/** After the entry is written, since the worker completes what stands there. */
async function handOver(domain: string, record: DomainRecord, queue: WorkQueue): Promise<void> {
  const pending = record.sources.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (pending.length > 0) await queue.send({ task: 'complete-record', domain, sources: pending, attempt: 0 });
}

function reasons(record: DomainRecord): string {
  const failures = record.sources.flatMap(({ id, error }) => (error ? [`${id}: ${error.code}`] : []));
  return failures.join(', ') || 'no source knows it';
}
