import type { BatchCaller } from '../accounts/batch-caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { BatchView } from './batch.ts';
import { readBatch } from './read-batch.ts';
import type { BatchServices } from './services.ts';

/**
 * Cancels what of a batch has not begun: no more of its domains are fetched, and no more of their sources are asked. One
 * that is done stays as it is.
 *
 * @returns the batch as it stands then
 * @throws {ServiceError} not_found for a batch of somebody else as well
 */
export async function cancelBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const [batch, owner] = await Promise.all([services.batches.readHead(id), caller.owner()]);
  if (batch?.owner !== owner) throw new ServiceError('not_found');
  if (batch.reading.length > 0 && batch.cancelledAt === null) await services.batches.cancel(id);
  return readBatch(id, caller, services);
}
