import { holdLease } from '../platform/leases.ts';
import type { HeldLease } from '../platform/coordination.ts';
import { dayOf } from '../platform/time/day.ts';
import { deferTask, fetchPolicies, type SnapshotServices } from './fetch-policies.ts';
import { fetchRecord } from './fetch-record.ts';
import type { SnapshotTask } from './tasks.ts';

/** Thrown if the domain was being fetched at each attempt to take its snapshot. */
export class DomainBusy extends Error {
  readonly code = 'domain_busy';
}

/**
 * Takes today's snapshot of a domain: requests the sources whose answers are too old, updates the entry, and adds the
 * day's values to the history. It does nothing if the day has a snapshot already. If no source answers, none has
 * answered today and the home page is not current, no snapshot is written, and the entry contains the errors.
 *
 * @throws {DomainBusy}
 * @throws {LeaseLost} if another instance has taken over the lease; the message is delivered again
 */
export async function takeSnapshot(task: SnapshotTask, services: SnapshotServices): Promise<void> {
  const { domain } = task;
  const { followed, leases, snapshots, queue, now } = services;
  if ((await followed.isBlocked(domain)) || (await snapshots.has(domain, dayOf(now())))) return;
  const holder = await leases.acquire(domain);
  if (holder) await holdLease({ leases, name: domain, holder }, (lease) => fetchSnapshot(domain, lease, services));
  else if (!(await deferTask(task, queue))) {
    throw new DomainBusy(`The snapshot of ${domain} was not taken: the domain was being fetched at each attempt`);
  }
}

async function fetchSnapshot(domain: string, lease: HeldLease, services: SnapshotServices): Promise<void> {
  const entry = await services.cache.read(domain, { consistent: true });
  // A domain without an entry that is not known was deleted while its task was in the queue.
  if (!entry && !(await services.followed.isKnown(domain))) return;
  await fetchRecord({ domain, entry, lease }, fetchPolicies.snapshot, services);
}
