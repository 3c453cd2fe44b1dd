import type { BatchCaller } from '../gateway/batch-caller.ts';
import type { BatchView } from './batch.ts';
import { ownBatch, viewOf } from './read-batch.ts';
import type { BatchServices } from './services.ts';

/**
 * Cancels what of a batch has not begun: no more of its domains are fetched, and no more of their sources are asked. One
 * that is done stays as it is.
 *
 * @returns the batch as it stands then
 * @throws {NotFound} for a batch of somebody else as well
 */
export async function cancelBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const made = await ownBatch(id, caller, services);
  const view = await viewOf(made, services);
  if (view.pollAfterSeconds === null) return view;
  const { batches } = await services.loadWriter();
  await batches.cancel(id);
  return viewOf(await ownBatch(id, caller, services), services);
}
