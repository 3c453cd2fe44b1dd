import { AllSourcesFailed, InvalidParameter } from '../http/errors.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { Snapshot } from '../storage/domain-history/domain-history.ts';
import { handOver } from './ask-later.ts';
import type { AskLimits } from '../providers/ask-source.ts';
import { askSources } from './ask-sources.ts';
import type { SourceResult } from '../record/source-answer.ts';
import { figuresOf, freshSources } from '../record/figures.ts';
import { keepKeywords } from './keep-keywords.ts';
import { LeaseLost } from '../leases/hold-lease.ts';
import { keepPast } from './keep-past.ts';
import { recordOf } from '../record/make-entry.ts';
import type { RecordServices } from './record-services.ts';
import { mergeIntoEntry } from './merge-into-entry.ts';
import { anyAnswered, anyFound } from '../record/merge-record.ts';

/** The operator has blocked the domain. */
export class DomainBlocked extends InvalidParameter {
  constructor() {
    super([{ param: 'domain', message: 'is blocked by the operator of this service' }]);
  }
}

/**
 * Fetches a domain anew, adds a snapshot to its history and overwrites its entry in the permanent cache. Sources that
 * are too slow for a caller who waits are handed to the worker.
 *
 * @param previous the entry as it stands
 * @param limits under which lease it is fetched, and until when the sources may take
 * @throws {AllSourcesFailed} when no source answered, or nothing is known of a new domain; nothing is stored then
 * @throws {DomainBlocked} when it was blocked meanwhile
 * @throws {LeaseLost} when another fetches it meanwhile; nothing is stored then
 */
export async function refreshRecord(
  domain: string,
  origin: Snapshot['origin'],
  previous: CachedRecord | null,
  services: RecordServices,
  limits: Omit<AskLimits, 'patience'> = {},
): Promise<CachedRecord> {
  const { sources, history, queue, now } = services;
  const homeUrl = (previous && recordOf(previous).page?.final_url) ?? null;
  const askedAt = now();
  const results = await askSources(domain, sources, homeUrl, { ...limits, patience: 'inline' }, services);
  limits.lease?.signal.throwIfAborted();
  if (!anyAnswered(results) || !(previous || anyFound(results))) {
    throw new AllSourcesFailed(`Nothing could be learnt of ${domain}: ${reasons(results)}`);
  }

  const updatedAt = new Date(now()).toISOString();
  // The snapshot comes first: whoever dies in between must not leave an entry whose figures the history never gets.
  const merged = await mergeIntoEntry(
    domain,
    results,
    { askedAt, updatedAt, hadEntry: previous !== null },
    services,
    ({ record }) => history.add({ domain, captured_at: updatedAt, origin, ...figuresOf(record, freshSources(record)) }),
  );
  if (!merged) {
    if (await services.followed.isBlocked(domain)) throw new DomainBlocked();
    throw new LeaseLost(`${domain} was forgotten while it was fetched`);
  }
  await Promise.all([keepPast(domain, results, services), keepKeywords(domain, results, services)]);
  await handOver(domain, results, queue);
  return merged.entry;
}

function reasons(results: SourceResult[]): string {
  const failures = results.flatMap(({ source, answer }) =>
    answer.error ? [`${source.id}: ${answer.error.code}`] : [],
  );
  return failures.join(', ') || 'no source knows it';
}
