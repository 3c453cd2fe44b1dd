import { useState } from 'react';
import type { NewBatch } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { mayPass } from '../loading/retry.ts';
import { memory } from './batch-memory.ts';
import { newBatches } from './new-batch.ts';

/**
 * Starts a list as batches. The first one is created here, so that a request that is refused can be corrected; the view of
 * the batches creates the others, and the first one too if the service could not be reached.
 *
 * @returns `start`, which returns the ids of the batches, or `null` if the request is refused, with the reason in `error`
 */
export function useStart() {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function start(list: NewBatch): Promise<string[] | null> {
    setBusy(true);
    setError(null);
    const batches = newBatches(list);
    const [first, ...others] = memory.start(batches, new Date());
    try {
      const { batch_id } = await api.createBatch(batches[0]!, first!);
      if (batch_id !== null) memory.setStored(first!, batch_id);
    } catch (refusal) {
      if (!mayPass(refusal)) {
        memory.remove([first!, ...others]);
        setError(refusal);
        return null;
      }
    } finally {
      setBusy(false);
    }
    return [memory.currentId(first!), ...others];
  }
  return { start, busy, error };
}
