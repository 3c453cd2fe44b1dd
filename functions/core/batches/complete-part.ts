import { completeForBatch } from '../domains/complete-record.ts';
import type { RecordServices } from '../domains/services.ts';
import { holdLease } from '../platform/leases.ts';
import type { Batches, StoredBatch } from './store/batches.ts';
import type { BatchesInProgress } from './store/batches-in-progress.ts';
import type { HeldLease, OnceMarkers } from '../platform/coordination.ts';
import type { CompleteBatchTask, CompletionQueue } from './tasks.ts';
import { type BatchRow, type BatchOptions, needsFetch } from './batch.ts';
import { announceBatch, type AnnounceServices } from './announce-batch.ts';
import { hasEnded, isOutdated, isOverHopLimit, yieldMs } from './start-work.ts';
import { logWarning } from '../platform/log-warning.ts';

export interface CompletePartServices extends RecordServices, AnnounceServices {
  batches: Pick<Batches, 'readPart' | 'readHead' | 'stop' | 'recordProgress'>;
  completionQueue: CompletionQueue;
  inProgress: BatchesInProgress;
  claims: OnceMarkers;
}

/** Over all instances and batches, one worker requests sources: more would only wait for the same rate-limit slots. */
const LEASE = 'sources of batches';
/** Delay of a message if another batch holds the lease. */
const WAIT_MS = 30_000;
/** The claim to retry expires before the message is delivered. */
const CLAIM_MARGIN_MS = 5_000;
/** Minimum interval between requests to the paid sources of a domain, whether or not they succeeded. */
const PAID_MS = 60 * 60_000;
/** Duration of a slice; together with the timeout of the slowest source, it is within the worker's timeout. */
const SLICE_MS = 30_000;
/** Domains in parallel, so that one slow source does not keep the others from using their rate limit. */
const DOMAINS_AT_ONCE = 4;

/**
 * Requests the sources with a rate limit for the domains of a batch whose sites were fetched. After {@link SLICE_MS} it
 * continues with the next message, which is delayed if another batch is served first.
 */
export async function completePart(task: CompleteBatchTask, services: CompletePartServices): Promise<void> {
  const { batches, leases, inProgress, completionQueue } = services;
  const stored = await batches.readHead(task.batchId);
  // A message that is delivered again late is dropped.
  if (!stored || isOutdated(task, stored) || !(await inProgress.has(stored))) return;
  // Nothing is requested, so that it does not wait for the lease.
  if (hasEnded(stored)) return end(stored, services);
  const holder = await leases.acquire(LEASE);
  if (!holder) return waitForOthers(task, services);
  const next = await holdLease({ leases, name: LEASE, holder }, (lease) => completeSome(task, lease, services));
  // After the lease is released, so that the next message can acquire it.
  if (!next) return end(stored, services);
  await completionQueue.send(next.task, await yieldMs(next.batch, services, 'completing'));
  await batches.recordProgress(task.batchId);
}

async function end(batch: Pick<StoredBatch, 'id' | 'owner'>, services: CompletePartServices): Promise<void> {
  // First: if this worker is terminated, it is repeated.
  await announceBatch(batch.id, services);
  await services.inProgress.remove(batch);
}

/** Sends the message again, once for all copies of it: otherwise each wait would multiply them. */
async function waitForOthers(
  task: CompleteBatchTask,
  { batches, claims, completionQueue }: CompletePartServices,
): Promise<void> {
  if (!(await claims.claim(`wait ${task.batchId}`, WAIT_MS - CLAIM_MARGIN_MS))) return;
  // Not counted as a hop; a batch waits for as long as it is in the list.
  await completionQueue.send(task, WAIT_MS);
  await batches.recordProgress(task.batchId);
}

/** @returns the next task; `null` if the batch is done, has ended or is deleted */
async function completeSome(task: CompleteBatchTask, { signal }: HeldLease, services: CompletePartServices) {
  const { batches, now } = services;
  const until = now() + SLICE_MS;
  const stored = await batches.readPart(task.batchId, task.part);
  if (!stored || hasEnded(stored.batch)) return null;
  const { batch, part } = stored;
  if (isOverHopLimit(task, batch)) {
    await batches.stop(batch.id);
    return null;
  }
  const hops = (task.hops ?? 0) + 1;
  const { paid } = JSON.parse(batch.options) as BatchOptions;
  for (let from = task.from; from < part.rows.length; from += DOMAINS_AT_ONCE) {
    if (now() >= until || signal.aborted) return { task: { ...task, from, hops }, batch };
    const domains = part.rows.slice(from, from + DOMAINS_AT_ONCE).flatMap(fetchedDomain);
    await Promise.all(domains.map((domain) => complete(domain, paid, services)));
  }
  const next = batch.reading[batch.reading.indexOf(part.number) + 1];
  return next === undefined ? null : { task: { ...task, part: next, from: 0, hops }, batch };
}

/** Returns the domain of a row that was fetched for this batch and has no stored outcome. */
function fetchedDomain(row: BatchRow): string[] {
  return needsFetch(row) ? [row.domain!] : [];
}

/** Requests the pending sources of a domain. If that fails, they stay pending; a cached query queues the retry. */
async function complete(domain: string, paid: boolean, services: CompletePartServices): Promise<void> {
  try {
    // Claimed before the request, so that a worker that is killed does not pay twice.
    const mayPay = paid && (await services.claims.claim(`paid sources of ${domain}`, PAID_MS));
    await completeForBatch(domain, { paid: mayPay }, services);
  } catch (error) {
    logWarning('sources of a batch not requested', { domain })(error);
  }
}
