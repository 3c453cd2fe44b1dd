import { holdLease } from '../platform/leases.ts';
import type { HeldLease } from '../platform/coordination.ts';
import type { SnapshotTask } from '../platform/queues/work-queue.ts';
import { dayOf } from '../platform/time/day.ts';
import { deferTask, fetchPolicies, type SnapshotServices } from './fetch-policies.ts';
import { fetchRecord } from './fetch-record.ts';

/** The domain was being fetched each time its snapshot was to be taken. */
export class DomainBusy extends Error {
  readonly code = 'domain_busy';
}

/**
 * Takes today's snapshot of a domain: asks the sources whose answers are too old, updates the entry, and adds the day's
 * values to the history. A day that has its snapshot is left alone. Where no source answers and the crawl is not of
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
  // Otherwise the domain was deleted while its task waited in the queue.
  if (!entry && !(await services.followed.isKnown(domain))) return;
  await fetchRecord({ domain, entry, lease }, fetchPolicies.snapshot, services);
}
