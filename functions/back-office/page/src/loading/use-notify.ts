import { useMutation } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import { useDescribeError } from '../language/use-language.ts';

export interface Notification {
  id: string;
  type: 'success' | 'warning' | 'error' | 'info';
  header: string;
  /** For errors: what is wrong, whether trying again makes sense, and the request's id. */
  detail?: string;
  action?: { text: string; act: () => void };
}

export const NotifyContext = createContext<(notification: Omit<Notification, 'id'>) => void>(() => {});

/** Shows notifications to the operator. */
export function useNotify() {
  const notify = useContext(NotifyContext);
  const describe = useDescribeError();
  const succeeded = useCallback((header: string) => notify({ type: 'success', header }), [notify]);
  const failed = useCallback((error: unknown) => notify({ type: 'error', ...describe(error) }), [notify, describe]);
  return { notify, succeeded, failed };
}

/**
 * Runs an operator's action, and shows a failure as a notification.
 *
 * @returns `run`, which returns whether the action succeeded, and `busy` while it is running
 */
export function useAction(): { run: (action: () => Promise<void>) => Promise<boolean>; busy: boolean } {
  const { failed } = useNotify();
  const { mutateAsync, isPending } = useMutation({ mutationFn: (act: () => Promise<void>) => act(), onError: failed });
  const run = (action: () => Promise<void>) =>
    mutateAsync(action).then(
      () => true,
      () => false,
    );
  return { run, busy: isPending };
}
