import { completeForBatch } from '../domains/complete-record.ts';
import type { RecordServices } from '../domains/services.ts';
import { holdLease } from '../platform/leases.ts';
import type { Batches, StoredBatch } from './store/batches.ts';
import type { OpenBatches } from './store/open-batches.ts';
import type { HeldLease, OnceMarkers } from '../platform/coordination.ts';
import type { CompleteBatchTask } from '../platform/queues/work-queue.ts';
import { type BatchLine, type BatchOrder, isToBeRead } from './batch.ts';
import { hasEnded, isOutdated, isOverHopLimit, yieldMs } from './start-work.ts';

export interface CompletePartServices extends RecordServices {
  batches: Pick<Batches, 'read' | 'readPart' | 'readHead' | 'stop' | 'recordProgress'>;
  open: OpenBatches;
  claims: OnceMarkers;
}

/** Of all instances and batches, one asks: more would only wait for the same slots. */
const LEASE = 'sources of batches';
/** A batch that finds the others at work comes back after this time. */
const WAIT_MS = 30_000;
/** The claim to come back is over when the message does. */
const CLAIM_MARGIN_MS = 5_000;
/** A paid source is not asked again for so long, whatever became of its answer. */
const PAID_MS = 60 * 60_000;
/** With the time that the slowest source may take, within the worker's timeout. */
const SLICE_MS = 30_000;
/** Domains at once: so that one slow source does not keep the others from their pace. */
const DOMAINS_AT_ONCE = 4;

/**
 * Asks the sources that keep a pace about the domains of a batch whose sites were read, for some seconds; then goes on
 * with the next message, or lets another batch go before.
 */
export async function completePart(task: CompleteBatchTask, services: CompletePartServices): Promise<void> {
  const { batches, leases, open, queue } = services;
  // A message that comes again late is dropped.
  const isOpen = (await open.list()).some(({ id, stage }) => id === task.batchId && stage === 'completing');
  if (!isOpen) return;
  const stored = await batches.readHead(task.batchId);
  if (stored && isOutdated(task, stored)) return;
  const holder = await leases.acquire(LEASE);
  if (!holder) return waitForOthers(task, services);
  const next = await holdLease({ leases, name: LEASE, holder }, (lease) => completeSome(task, lease, services));
  // After the lease has ended, so that it is free for the message.
  if (!next) return open.remove(task.batchId);
  await queue.send(next.task, await yieldMs(next.batch, services, 'completing'));
  await batches.recordProgress(task.batchId);
}

/** Of copies of a message, one comes back: otherwise each wait would make more of them. */
async function waitForOthers(task: CompleteBatchTask, { batches, claims, queue }: CompletePartServices): Promise<void> {
  if (!(await claims.claim(`wait ${task.batchId}`, WAIT_MS - CLAIM_MARGIN_MS))) return;
  // It is no hop of the batch's own work; a batch waits for as long as it is in the list.
  await queue.send(task, WAIT_MS);
  await batches.recordProgress(task.batchId);
}

interface Next {
  task: CompleteBatchTask;
  batch: StoredBatch;
}

/** @returns what is to be done next; `null` where the batch is done, has ended or is gone */
async function completeSome(
  task: CompleteBatchTask,
  { signal }: HeldLease,
  services: CompletePartServices,
): Promise<Next | null> {
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
  const { paid } = JSON.parse(batch.wanted) as BatchOrder;
  for (let from = task.from; from < part.lines.length; from += DOMAINS_AT_ONCE) {
    if (now() >= until || signal.aborted) return { task: { ...task, from, hops }, batch };
    const domains = part.lines.slice(from, from + DOMAINS_AT_ONCE).flatMap(fetchedDomain);
    await Promise.all(domains.map((domain) => complete(domain, paid, services)));
  }
  const next = batch.reading[batch.reading.indexOf(part.number) + 1];
  return next === undefined ? null : { task: { ...task, part: next, from: 0, hops }, batch };
}

/** Of a line that was to be read when the batch was made, and of which nothing else is written down. */
function fetchedDomain(line: BatchLine): string[] {
  return isToBeRead(line) ? [line.domain!] : [];
}

/** What fails here stays as it is: a hit of a query has it asked again. */
async function complete(domain: string, paid: boolean, services: CompletePartServices): Promise<void> {
  try {
    // A worker that is killed has paid, and does not pay again.
    const mayPay = paid && (await services.claims.claim(`paid sources of ${domain}`, PAID_MS));
    await completeForBatch(domain, { paid: mayPay }, services);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'not completed', domain, error: (error as Error).name }));
  }
}
