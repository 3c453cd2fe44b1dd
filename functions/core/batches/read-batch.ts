import type { BatchCaller } from '../accounts/batch-caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { BatchOrder, BatchView } from './batch.ts';
import { linesNow, type MadeBatch } from './lines-now.ts';
import { pollAfter } from './poll-after.ts';
import { openBatch } from './precedence.ts';
import type { BatchServices } from './services.ts';
import { STALLED_MS, startReading } from './start-work.ts';

/**
 * A batch of the caller's as it stands.
 *
 * @throws {ServiceError} not_found for a batch of somebody else as well
 */
export async function readBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const [made, owner] = await Promise.all([services.batches.read(id), caller.owner()]);
  if (made?.batch.owner !== owner) throw new ServiceError('not_found');
  return viewOf(made, services);
}

/** A batch as it stands. Where the work on it has stopped, it is begun anew. */
export async function viewOf({ batch, parts }: MadeBatch, services: BatchServices): Promise<BatchView> {
  const { batches, open, loadQueue, now } = services;
  const order = JSON.parse(batch.wanted) as BatchOrder;
  const domains = parts.flatMap(({ lines }) => lines.flatMap(({ domain }) => domain ?? []));
  const entries = await services.cache.readEntries(domains, { consistent: true });
  const lines = linesNow({ batch, parts }, entries, now());
  const pending = new Set(lines.flatMap(({ status, domain }) => (status === 'pending' ? [domain] : [])));
  if (pending.size > 0 && now() - batch.touchedAt > STALLED_MS) {
    await startReading(batch, { batches, open, queue: await loadQueue() });
  }
  return {
    batchId: batch.id,
    createdAt: batch.createdAt,
    expiresAt: batch.expiresAt,
    pollAfterSeconds: pending.size === 0 ? null : pollAfter(pending.size, openBatch(batch), await open.list(), now()),
    order,
    lines,
    entries,
  };
}
