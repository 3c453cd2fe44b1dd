import { useState } from 'react';
import { useNotify } from './use-notify.ts';

/**
 * Runs what an operator asked for, one at a time, and tells of failures above the view.
 *
 * @returns `run`, which says whether it succeeded, and whether it is at it
 */
export function useAction(): { run: (action: () => Promise<void>) => Promise<boolean>; busy: boolean } {
  const [busy, setBusy] = useState(false);
  const { failed } = useNotify();
  async function run(action: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    try {
      await action();
      return true;
    } catch (error) {
      failed(error);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { run, busy };
}
