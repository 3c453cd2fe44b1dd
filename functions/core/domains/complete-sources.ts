import { holdLease } from '../platform/leases/hold-lease.ts';
import type { Source } from '../sources/source.ts';
import type { HeldLease } from '../platform/queues/fetch-lease.ts';
import type { CompleteRecordTask } from '../platform/queues/work-queue.ts';
import type { FetchPolicy } from './fetch-policies.ts';
import { fetchRecord } from './fetch-record.ts';
import type { RecordServices } from './services.ts';

/** Sources of a stored record that are requested again, if they are open. */
export interface Completion {
  domain: string;
  sources: Source[];
  policy: FetchPolicy;
  /** Sources that are busy are requested later by this task. */
  task?: CompleteRecordTask;
}

/**
 * Asks sources again and merges what they say into the entry. What was stored there meanwhile stays: a refresh that came
 * between is completed, not undone. Paid sources are asked under a lease, so that none is paid twice.
 *
 * @returns false where paid sources of the domain are being asked already; nothing is asked then
 */
export async function completeSources(completion: Completion, services: RecordServices): Promise<boolean> {
  const { domain, sources } = completion;
  const { leases } = services;
  if (sources.some(({ costUsd }) => costUsd > 0)) {
    const name = `paid sources of ${domain}`;
    const holder = await leases.acquire(name);
    if (!holder) return false;
    await holdLease({ leases, name, holder }, (lease) => complete(completion, services, lease));
  } else await complete(completion, services);
  return true;
}

async function complete(completion: Completion, services: RecordServices, lease?: HeldLease): Promise<void> {
  const { policy, ...target } = completion;
  const { domain } = target;
  if (await services.followed.isBlocked(domain)) return;
  const entry = await services.cache.read(domain, { consistent: true });
  if (!entry) return;
  await fetchRecord({ ...target, entry, ...(lease && { lease }) }, policy, services);
}
