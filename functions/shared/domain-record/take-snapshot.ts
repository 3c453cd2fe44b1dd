import { holdLease } from '../leases/hold-lease.ts';
import { snapshotOf } from '../record/figures.ts';
import { anyAnswered, anyFound } from '../record/merge-record.ts';
import type { HeldLease } from '../storage/fetch-lease.ts';
import type { ScheduledSnapshots } from '../storage/domain-history/scheduled-snapshots.ts';
import type { SnapshotTask } from '../storage/work-queue.ts';
import { dayOf } from '../time/day.ts';
import { deferSources, deferTask } from './defer-sources.ts';
import { currentSources, dueSources } from './due-sources.ts';
import { type FetchPlan, fetchRecord, type FetchTarget } from './fetch-record.ts';
import type { RecordServices } from './services.ts';

export interface SnapshotServices extends RecordServices {
  snapshots: ScheduledSnapshots;
}

/** The domain was being fetched each time its snapshot was to be taken. */
export class DomainBusy extends Error {
  readonly code = 'domain_busy';
}

/**
 * Takes today's snapshot of a domain: asks the sources whose answers are too old, updates the entry, and adds the day's
 * figures to the history. A day that has its snapshot is left alone. Where no source answers and the crawl is not of
 * today either, there is no snapshot, and the entry says why.
 *
 * @throws {DomainBusy}
 * @throws {LeaseLost} where another instance took the lease over; the message is delivered again
 */
export async function takeSnapshot(task: SnapshotTask, services: SnapshotServices): Promise<void> {
  const { domain } = task;
  const { followed, leases, snapshots, queue, now } = services;
  if ((await followed.isBlocked(domain)) || (await snapshots.has(domain, dayOf(now())))) return;
  const holder = await leases.acquire(domain);
  if (holder) await holdLease({ leases, name: domain, holder }, (lease) => fetchSnapshot(domain, lease, services));
  else if (!(await deferTask(task, queue))) {
    throw new DomainBusy(`${domain} was being fetched each time its snapshot was to be taken`);
  }
}

async function fetchSnapshot(domain: string, lease: HeldLease, services: SnapshotServices): Promise<void> {
  const entry = await services.cache.read(domain, { consistent: true });
  // Otherwise the domain was forgotten while its task waited in the queue.
  if (!entry && !(await services.followed.isKnown(domain))) return;
  const target = { domain, entry, lease };
  await fetchRecord(target, planOf(target, services), services);
}

function planOf({ domain, entry }: FetchTarget, services: SnapshotServices): FetchPlan {
  const { snapshots, sources, queue, now } = services;
  return {
    mode: 'inline',
    select: (before) => dueSources(before, sources, now()),
    accepts: (results) => entry !== null || anyFound(results),
    renewsEntry: anyAnswered,
    // Last, since a day that has its snapshot is not tried again. Where nothing answered now, the crawl may be of a
    // query shortly before, or of a try that got no further than the entry.
    async afterEntry({ record, results, fetchedAt }) {
      // As of the snapshot's day, which may be over by now.
      const current = currentSources(record, sources, Date.parse(fetchedAt));
      const hasCrawl = current.some(({ fields }) => fields.includes('page'));
      if (!anyAnswered(results) && !hasCrawl) return;
      await snapshots.add(domain, fetchedAt, snapshotOf(record, new Set(current.map(({ id }) => id))));
    },
    defer: (results) => deferSources(domain, results, queue),
  };
}
