import { askSources } from '../shared/record/ask-sources.ts';
import { figuresOf } from '../shared/record/figures.ts';
import { holdLease } from '../shared/record/hold-lease.ts';
import { keepPast } from '../shared/record/keep-past.ts';
import { makeEntry, recordOf } from '../shared/record/make-entry.ts';
import { anyAnswered, anyFound, mergeRecord } from '../shared/record/merge-record.ts';
import type { RecordServices } from '../shared/record/refresh-record.ts';
import { dayOf } from '../shared/schedule/cadence.ts';
import type { FetchLeases } from '../shared/storage/fetch-lease.ts';
import type { ScheduledSnapshots } from '../shared/storage/scheduled-snapshots.ts';
import type { SnapshotTask } from '../shared/storage/work-queue.ts';
import { currentSources, dueSources } from './due-sources.ts';

/** A domain that is being fetched is tried again so often, and so long after. */
const MAX_ATTEMPTS = 5;
const PUT_OFF_MS = 30_000;

export interface SnapshotServices extends RecordServices {
  leases: FetchLeases;
  snapshots: ScheduledSnapshots;
}

/**
 * Takes today's snapshot of a domain: asks the sources whose answers are too old, overwrites the entry by the same rules
 * as a refresh, and adds the day's figures to the history. A day that has its snapshot is left alone. Where no source
 * answers there is no snapshot, and the entry says why. What comes late is filed under the day on which it was measured.
 */
export async function takeSnapshot(task: SnapshotTask, services: SnapshotServices): Promise<void> {
  const { domain } = task;
  const { followed, snapshots, leases, queue, now } = services;
  if ((await followed.isBlocked(domain)) || (await snapshots.has(domain, dayOf(now())))) return;
  const holder = await leases.acquire(domain);
  if (holder) return holdLease({ leases, name: domain, holder }, () => fetchAndAdd(domain, services));
  if (task.attempt < MAX_ATTEMPTS) await queue.send({ ...task, attempt: task.attempt + 1 }, PUT_OFF_MS);
}

async function fetchAndAdd(domain: string, services: SnapshotServices): Promise<void> {
  const { cache, snapshots, sources, now } = services;
  const entry = await cache.read(domain, { consistent: true });
  const before = entry && recordOf(entry);
  const asked = dueSources(before, sources, now());
  const results = await askSources(domain, asked, before?.page?.final_url ?? null, 'background', services);
  const answered = anyAnswered(results);
  if (!entry && !anyFound(results)) return;

  const record = mergeRecord(before, results, sources, now());
  const takenAt = new Date(now()).toISOString();
  // Where no source answered, the entry says so, and is as old as it was.
  const updatedAt = answered || !entry ? takenAt : entry.updatedAt;
  await cache.write(makeEntry(domain, record, entry, updatedAt, now()));
  await keepPast(domain, results, services);
  // Last, since a day that has its snapshot is not tried again. Where a try before this one got as far as the entry,
  // nothing is due any more.
  const isCurrent = answered || asked.length === 0;
  if (isCurrent) await snapshots.add(domain, takenAt, figuresOf(record, currentSources(record, sources, now())));
}
