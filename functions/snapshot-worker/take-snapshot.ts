import { handOver, putOff } from '../shared/domain-record/ask-later.ts';
import { askSources } from '../shared/domain-record/ask-sources.ts';
import type { SourceResult } from '../shared/record/source-answer.ts';
import { figuresOf } from '../shared/record/figures.ts';
import { holdLease } from '../shared/leases/hold-lease.ts';
import { keepKeywords } from '../shared/domain-record/keep-keywords.ts';
import { keepPast } from '../shared/domain-record/keep-past.ts';
import { recordOf } from '../shared/record/make-entry.ts';
import { mergeIntoEntry } from '../shared/domain-record/merge-into-entry.ts';
import { anyAnswered, anyFound } from '../shared/record/merge-record.ts';
import type { RecordServices } from '../shared/domain-record/record-services.ts';
import { dayOf } from '../shared/time/day.ts';
import type { FetchLeases, HeldLease } from '../shared/storage/fetch-lease.ts';
import type { ScheduledSnapshots } from '../shared/storage/domain-history/scheduled-snapshots.ts';
import type { SnapshotTask } from '../shared/storage/work-queue.ts';
import { currentSources, dueSources } from './due-sources.ts';

export interface SnapshotServices extends RecordServices {
  leases: FetchLeases;
  snapshots: ScheduledSnapshots;
}

/** Others fetched the domain each time that its snapshot was to be taken. */
export class DomainBusy extends Error {
  readonly code = 'domain_busy';
}

/**
 * Takes today's snapshot of a domain: asks the sources whose answers are too old, overwrites the entry by the same rules
 * as a refresh, and adds the day's figures to the history. A day that has its snapshot is left alone. Where no source
 * answers and the crawl is not of today either, there is no snapshot, and the entry says why. What comes late is filed
 * under the day on which it was measured.
 *
 * @throws {DomainBusy}
 * @throws {LeaseLost} where another took the lease over: its task comes again
 */
export async function takeSnapshot(task: SnapshotTask, services: SnapshotServices): Promise<void> {
  const { domain } = task;
  const { followed, snapshots, leases, queue, now } = services;
  if ((await followed.isBlocked(domain)) || (await snapshots.has(domain, dayOf(now())))) return;
  const holder = await leases.acquire(domain);
  if (holder) {
    // Whoever asks for the domain meanwhile waits for the lease: slow sources are asked when it is given back.
    const results = await holdLease({ leases, name: domain, holder }, (lease) => fetchAndAdd(domain, lease, services));
    await handOver(domain, results, queue);
  } else if (!(await putOff(task, queue))) {
    throw new DomainBusy(`${domain} was being fetched whenever its snapshot was to be taken`);
  }
}

/** @returns what came of asking, where it was stored */
async function fetchAndAdd(domain: string, lease: HeldLease, services: SnapshotServices): Promise<SourceResult[]> {
  const { cache, followed, snapshots, sources, now } = services;
  const entry = await cache.read(domain, { consistent: true });
  // The domain was forgotten while its task waited in the queue.
  if (!entry && !(await followed.isKnown(domain))) return [];
  const before = entry && recordOf(entry);
  const askedAt = now();
  const asked = dueSources(before, sources, askedAt);
  const results = await askSources(
    domain,
    asked,
    before?.page?.final_url ?? null,
    { patience: 'inline', lease },
    services,
  );
  lease.signal.throwIfAborted();
  if (!entry && !anyFound(results)) return [];

  const takenAt = new Date(now()).toISOString();
  const answered = anyAnswered(results);
  // Where no source answered, the entry says so, and is as old as it was.
  const merged = await mergeIntoEntry(
    domain,
    results,
    { askedAt, updatedAt: answered ? takenAt : null, hadEntry: entry !== null },
    services,
  );
  if (!merged) return [];
  await Promise.all([keepPast(domain, results, services), keepKeywords(domain, results, services)]);
  // Last, since a day that has its snapshot is not tried again. Where nothing answered now, the crawl may be of a query
  // shortly before, or of a try that got no further than the entry.
  const current = currentSources(merged.record, sources, now());
  if (answered || current.some(({ fields }) => fields.includes('page'))) {
    await snapshots.add(domain, takenAt, figuresOf(merged.record, new Set(current.map(({ id }) => id))));
  }
  return results;
}
