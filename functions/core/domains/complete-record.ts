import { deferTask, fetchPolicies, type FetchPolicy } from './fetch-policies.ts';
import type { CompleteRecordTask } from './tasks.ts';
import type { RecordServices } from './services.ts';
import { isRateLimited } from './fetch-sources.ts';
import { holdLease } from '../platform/leases.ts';
import type { Source } from '../sources/source.ts';
import type { HeldLease } from '../platform/coordination.ts';
import { fetchRecord } from './fetch-record.ts';

/**
 * Requests sources that were late, busy or down when a caller waited. A task that is delivered again requests only the
 * sources that have not answered since. Sources that are still busy are deferred, up to a limit.
 */
export async function completeRecord(task: CompleteRecordTask, services: RecordServices): Promise<void> {
  const { queue } = services;
  const { domain } = task;
  const sources = services.sources.filter(({ id }) => task.sources.includes(id));
  const isRequested = await completeSources({ domain, sources, policy: fetchPolicies.completion, task }, services);
  if (!isRequested) await deferTask(task, queue);
}

/**
 * Requests the sources that are `pending` in a stored record, within the rate limit of batches. Sources that have answered
 * or failed are not requested again, however often this is called. A source whose provider has no free slot in time does
 * not change, and is retried on a later hit.
 *
 * @param paid whether paid sources are requested too, also if an earlier batch excluded them
 */
export async function completeForBatch(
  domain: string,
  { paid }: { paid: boolean },
  services: RecordServices,
): Promise<void> {
  const sources = services.sources.filter(isRateLimited);
  const free = sources.filter(({ costUsd }) => costUsd === 0);
  const batch = { domain, policy: fetchPolicies.batchCompletion };
  // If another caller is requesting the paid sources, only the others are requested.
  if (paid && (await completeSources({ ...batch, sources }, services))) return;
  await completeSources({ ...batch, sources: free }, services);
}

/** Sources of a stored record that are requested again, if they are open. */
interface Completion {
  domain: string;
  sources: Source[];
  policy: FetchPolicy;
  /** Sources that are busy are requested later by this task. */
  task?: CompleteRecordTask;
}

/**
 * Requests sources again and merges their answers into the entry. Values that were stored in the meantime are kept, so
 * that a concurrent refresh is completed, not undone. Paid sources are requested under a lease, so that none is paid twice.
 *
 * @returns false if paid sources of the domain are being requested already; no source is requested then
 */
async function completeSources(completion: Completion, services: RecordServices): Promise<boolean> {
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
