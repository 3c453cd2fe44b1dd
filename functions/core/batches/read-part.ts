import type { FetchAllowance } from '../accounts/fetch-allowance.ts';
import { OPERATOR } from '../accounts/batch-caller.ts';
import { fetchForBatch } from '../domains/fetch-domain.ts';
import type { RecordServices } from '../domains/services.ts';
import { asServiceError, isError, type ServiceError } from '../platform/http/errors.ts';
import { LeaseLost } from '../platform/leases.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { Allowances } from '../accounts/allowances.ts';
import type { Batches, StoredBatch } from './store/batches.ts';
import type { OpenBatches } from './store/open-batches.ts';
import type { ReadBatchTask } from '../platform/queues/work-queue.ts';
import { type BatchOrder, isToBeRead, type LineError, type LineOutcome } from './batch.ts';
import { linesNow, type MadeBatch } from './lines-now.ts';
import { hasEnded, isOutdated, isOverHopLimit, openBatch, partAfter, yieldMs } from './start-work.ts';

/** A worker is free for another batch after this time at the latest, and the domain that it is reading. */
const SLICE_MS = 20_000;

export interface ReadPartServices extends RecordServices {
  batches: Batches;
  open: OpenBatches;
  allowances: Pick<Allowances, 'settle'>;
  /** What bounds the fetches of batches beside the allowance that was taken when they were made. */
  batchAllowance: FetchAllowance;
}

/**
 * Reads the sites of the domains in a part of a batch, one after the other, for some seconds; then puts the part back, or
 * goes on to the next one. Where it is delivered again, domains that were fetched meanwhile are passed over.
 */
export async function readPart(task: ReadBatchTask, services: ReadPartServices): Promise<void> {
  const { batches, queue, now } = services;
  const until = now() + SLICE_MS;
  for (let from = task.from; ;) {
    // Read anew each time: the batch may have been cancelled since, and a domain deleted.
    const stored = await batches.readPart(task.batchId, task.part);
    if (!stored) return services.open.remove(task.batchId);
    const { batch, part } = stored;
    if (isOutdated(task, batch)) return;
    if (batch.ended.has(part.number)) return completeIfRead(batch, task, services);
    if (isOverHopLimit(task, batch) && !hasEnded(batch)) {
      await batches.stop(batch.id);
      continue;
    }
    const line = part.lines.findIndex((each, index) => index >= from && isToBeRead(each));
    if (line < 0 || hasEnded(batch)) return endPart(batch, task, services);
    if (now() >= until) {
      await queue.send({ ...nextHop(task), from: line }, await yieldMs(batch, services));
      return batches.recordProgress(batch.id);
    }
    const domain = part.lines[line]!.domain!;
    const outcome = await outcomeOf(domain, batch, services);
    if (outcome) await batches.note(batch, { part: part.number, line, domain }, outcome);
    from = line + 1;
  }
}

/** @returns what is written down; `null` where the entry in the cache says it */
async function outcomeOf(
  domain: string,
  { wanted, createdAt }: StoredBatch,
  services: ReadPartServices,
): Promise<LineOutcome | null> {
  const { refresh, paid } = JSON.parse(wanted) as BatchOrder;
  const since = Date.parse(createdAt);
  try {
    await fetchForBatch({ domain, refresh, since, paid, allowance: services.batchAllowance }, services);
    return null;
  } catch (error) {
    // Another fetches it, or it was deleted.
    return error instanceof LeaseLost ? null : outcomeOfError(domain, error as Error);
  }
}

function outcomeOfError(domain: string, error: Error): LineOutcome {
  if (isError(error, 'domain_not_found')) return { status: 'not_found', error: told(error) };
  if (isError(error, 'domain_allowance_exceeded')) return { status: 'refused', error: told(error) };
  if (isError(error, 'domain_blocked')) {
    return { status: 'refused', error: { ...told(error), message: error.details![0]!.message } };
  }
  if (isError(error)) return { status: 'failed', error: told(error) };
  // One domain must not hold up the others of its part.
  console.error(JSON.stringify({ level: 'ERROR', message: 'domain of a batch not read', domain, stack: error.stack }));
  return { status: 'failed', error: told(asServiceError(error)) };
}

const told = ({ code, message, retryable }: ServiceError): LineError => ({ code, message, retryable });

const nextHop = (task: ReadBatchTask): ReadBatchTask => ({ ...task, hops: (task.hops ?? 0) + 1 });

async function endPart(batch: StoredBatch, task: ReadBatchTask, services: ReadPartServices): Promise<void> {
  const { batches, queue } = services;
  const { part } = task;
  const next = partAfter(part, batch.reading);
  // Before the end is written down, after which a message that is delivered again does nothing.
  if (next !== undefined) {
    await queue.send({ ...nextHop(task), part: next, from: 0 }, await yieldMs(batch, services));
  }
  const end = await batches.endPart(batch.id, part);
  if (end) await completeIfRead({ ...batch, ended: end }, task, services);
}

/** When all sites have been read, the sources that keep a pace are asked. */
async function completeIfRead(
  batch: StoredBatch,
  { resumes }: ReadBatchTask,
  services: ReadPartServices,
): Promise<void> {
  if (batch.ended.size < batch.reading.length) return;
  const { open, queue } = services;
  await settleAllowance(batch, services);
  await open.set({ ...openBatch(batch), stage: 'completing' });
  await queue.send({ task: 'complete-batch', batchId: batch.id, part: batch.reading[0]!, from: 0, resumes });
}

/** Gives back what was taken of the allowance for domains that were not fetched after all. */
async function settleAllowance({ id, owner }: StoredBatch, services: ReadPartServices): Promise<void> {
  const { batches, allowances } = services;
  if (owner === OPERATOR) return;
  const made = await batches.read(id);
  if (made) await allowances.settle(owner, 'domains', id, await fetchedDomains(made, services));
}

/** @returns how many domains of the allowance a batch has used */
async function fetchedDomains(made: MadeBatch, { cache, now }: ReadPartServices): Promise<number> {
  const counted = made.parts.flatMap(({ lines }) => lines.filter(({ isCounted }) => isCounted));
  const entries = new Map<string, CachedRecord>();
  // Only in a batch that was cancelled or stopped, lines of which nothing is written down may be without an entry.
  for (const { domain } of hasEnded(made.batch) ? counted.filter(isToBeRead) : []) {
    const entry = await cache.read(domain!);
    if (entry) entries.set(domain!, entry);
  }
  const lines = linesNow(made, entries, now());
  return lines.filter(({ isCounted, status }) => isCounted && (status === 'done' || status === 'failed')).length;
}
