import { useState } from 'react';
import { useNotify } from './use-notify.ts';

/**
 * Runs an operator's action, and shows a failure as a notification.
 *
 * @returns `run`, which returns whether the action succeeded, and `busy` while it is running
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
