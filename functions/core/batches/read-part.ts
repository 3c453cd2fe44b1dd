import { hostAllowance, type HostServices } from '../accounts/fetch-allowance.ts';
import { OPERATOR } from '../accounts/batch-caller.ts';
import { fetchForBatch } from '../domains/fetch-domain.ts';
import type { RecordServices } from '../domains/services.ts';
import { asServiceError, isError, type ServiceError } from '../platform/http/errors.ts';
import { LeaseLost } from '../platform/leases.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { Allowances } from '../accounts/allowances.ts';
import type { Batches, RowPosition, StoredBatch } from './store/batches.ts';
import type { BatchesInProgress } from './store/batches-in-progress.ts';
import type { BatchQueue, CompletionQueue, ReadBatchTask } from './tasks.ts';
import { type BatchOptions, needsFetch, type RowError, type RowOutcome } from './batch.ts';
import { currentRows, type BatchWithParts } from './current-rows.ts';
import { hasEnded, isOutdated, isOverHopLimit, partAfter, yieldMs } from './start-work.ts';

/** Duration of a slice: after it and the current domains, the worker is free for another batch. */
const SLICE_MS = 20_000;
/** Domains whose sites are fetched at the same time: the worker mostly waits for them. */
export const DOMAINS_AT_ONCE = 3;

export interface ReadPartServices extends RecordServices {
  batchQueue: BatchQueue;
  completionQueue: CompletionQueue;
  batches: Batches;
  inProgress: BatchesInProgress;
  allowances: Pick<Allowances, 'settle'>;
  /** Limits the hosts that batches fetch, in addition to the allowance that is reserved when they are created. */
  hosts: HostServices;
}

/**
 * Fetches the sites of the domains in a part of a batch, some at the same time. After {@link SLICE_MS} it sends the part
 * to the queue again; at its end it continues with the next part. Domains that are fetched already are skipped.
 */
export async function readPart(task: ReadBatchTask, services: ReadPartServices): Promise<void> {
  const { batches, batchQueue, now } = services;
  const until = now() + SLICE_MS;
  for (let from = task.from; ;) {
    // Read again each time: the batch may have been cancelled since, and a domain deleted.
    const stored = await batches.readPart(task.batchId, task.part);
    if (!stored) return;
    const { batch, part } = stored;
    if (isOutdated(task, batch)) return;
    if (batch.ended.has(part.number)) return completeIfRead(batch, task, services);
    if (isOverHopLimit(task, batch) && !hasEnded(batch)) {
      await batches.stop(batch.id);
      continue;
    }
    const open = part.rows.flatMap(({ domain, ...row }, index): RowPosition[] =>
      index >= from && needsFetch({ domain, ...row }) ? [{ part: part.number, row: index, domain: domain! }] : [],
    );
    const next = open.slice(0, DOMAINS_AT_ONCE);
    if (next.length === 0 || hasEnded(batch)) return endPart(batch, task, services);
    if (now() >= until) {
      await batchQueue.send({ ...nextHop(task), from: next[0]!.row }, await yieldMs(batch, services));
      return batches.recordProgress(batch.id);
    }
    const fetched = await Promise.allSettled(next.map((position) => fetchRow(position, batch, services)));
    // After all have ended, so that none continues while the message is delivered again.
    for (const each of fetched) if (each.status === 'rejected') throw each.reason;
    from = next.at(-1)!.row + 1;
  }
}

/** Fetches the site of a row, and stores its outcome unless it follows from the entry in the cache. */
async function fetchRow(position: RowPosition, batch: StoredBatch, services: ReadPartServices): Promise<void> {
  const outcome = await outcomeOf(position.domain, batch, services);
  if (outcome) await services.batches.recordOutcome(batch, position, outcome);
}

/** @returns the outcome to store; `null` if it follows from the entry in the cache */
async function outcomeOf(
  domain: string,
  { options, createdAt, owner }: StoredBatch,
  services: ReadPartServices,
): Promise<RowOutcome | null> {
  const { refresh, paid } = JSON.parse(options) as BatchOptions;
  const since = Date.parse(createdAt);
  try {
    const allowance = hostAllowance(owner, services.hosts);
    await fetchForBatch({ domain, refresh, since, paid, allowance }, services);
    return null;
  } catch (error) {
    // Another worker fetches the domain, or it was deleted.
    return error instanceof LeaseLost ? null : outcomeOfError(domain, error as Error);
  }
}

function outcomeOfError(domain: string, error: Error): RowOutcome {
  if (isError(error, 'domain_not_found')) return { status: 'not_found', error: rowErrorOf(error) };
  if (isError(error, 'domain_allowance_exceeded')) return { status: 'refused', error: rowErrorOf(error) };
  if (isError(error, 'domain_blocked')) {
    return { status: 'refused', error: { ...rowErrorOf(error), message: error.details![0]!.message } };
  }
  if (isError(error)) return { status: 'failed', error: rowErrorOf(error) };
  // One domain must not stop the others of its part.
  console.error(
    JSON.stringify({ level: 'ERROR', message: 'domain of a batch not fetched', domain, stack: error.stack }),
  );
  return { status: 'failed', error: rowErrorOf(asServiceError(error)) };
}

const rowErrorOf = ({ code, message, retryable }: ServiceError): RowError => ({ code, message, retryable });

const nextHop = (task: ReadBatchTask): ReadBatchTask => ({ ...task, hops: (task.hops ?? 0) + 1 });

async function endPart(batch: StoredBatch, task: ReadBatchTask, services: ReadPartServices): Promise<void> {
  const { batches, batchQueue } = services;
  const { part } = task;
  const next = partAfter(part, batch.reading);
  // Before the end of the part is stored: after that, a message that is delivered again does nothing.
  if (next !== undefined) {
    const delayMs = hasEnded(batch) ? 0 : await yieldMs(batch, services);
    await batchQueue.send({ ...nextHop(task), part: next, from: 0 }, delayMs);
  }
  const end = await batches.endPart(batch.id, part);
  if (end) await completeIfRead({ ...batch, ended: end }, task, services);
}

/**
 * Starts the stage `completing`, in which the sources with a rate limit are requested, if all sites have been fetched.
 */
async function completeIfRead(
  batch: StoredBatch,
  { resumes }: ReadBatchTask,
  services: ReadPartServices,
): Promise<void> {
  if (batch.ended.size < batch.reading.length) return;
  const { inProgress, completionQueue } = services;
  await settleAllowance(batch, services);
  // Otherwise another message has completed it.
  if (!(await inProgress.setStage(batch, 'completing'))) return;
  await completionQueue.send({ task: 'complete-batch', batchId: batch.id, part: batch.reading[0]!, from: 0, resumes });
}

/** Returns the allowance of domains that were not fetched. */
async function settleAllowance({ id, owner, createdAt }: StoredBatch, services: ReadPartServices): Promise<void> {
  const { batches, allowances } = services;
  if (owner === OPERATOR) return;
  const stored = await batches.read(id);
  if (stored)
    await allowances.settle(owner, 'domains', id, await fetchedDomains(stored, services), Date.parse(createdAt));
}

/** @returns how many domains a batch has used of the allowance */
async function fetchedDomains(stored: BatchWithParts, { cache, now }: ReadPartServices): Promise<number> {
  const counted = stored.parts.flatMap(({ rows }) => rows.filter(({ isCounted }) => isCounted));
  const entries = new Map<string, CachedRecord>();
  // Only in a batch that was cancelled or stopped, rows without a stored outcome can be without an entry.
  for (const { domain } of hasEnded(stored.batch) ? counted.filter(needsFetch) : []) {
    const entry = await cache.read(domain!);
    if (entry) entries.set(domain!, entry);
  }
  const rows = currentRows(stored, entries, now());
  return rows.filter(({ isCounted, status }) => isCounted && (status === 'done' || status === 'failed')).length;
}
