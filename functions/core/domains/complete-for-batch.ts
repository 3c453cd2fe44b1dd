import { keepsPace } from './batch-sources.ts';
import { completeSources } from './complete-sources.ts';
import { fetchPolicies } from './fetch-policies.ts';
import type { RecordServices } from './services.ts';

/**
 * Asks the sources that are `pending` in a stored record, at the pace of batches. What has answered, or failed, is not
 * asked again, however often this is called. A source whose provider has no turn free in time stays as it is, and heals
 * on a later hit.
 *
 * @param paid whether paid sources are asked too, also where an earlier batch did not want them asked
 */
export async function completeForBatch(
  domain: string,
  { paid }: { paid: boolean },
  services: RecordServices,
): Promise<void> {
  const sources = services.sources.filter(keepsPace);
  const free = sources.filter(({ costUsd }) => costUsd === 0);
  const batch = { domain, policy: fetchPolicies.batchCompletion };
  // Where the paid ones are being asked already, only the others are asked.
  if (paid && (await completeSources({ ...batch, sources }, services))) return;
  await completeSources({ ...batch, sources: free }, services);
}
