import { createContext, useCallback, useContext, useState } from 'react';
import { ApiError, type ErrorDetail } from '../api/client.ts';
import { translateMessage } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';

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

/**
 * The text for an error: the API's message with invalid parameters, whether trying again makes sense, and the request's
 * id.
 */
export function useDescribeError() {
  const t = useTranslate();
  return useCallback(
    (error: unknown): { header: string; detail?: string } => {
      if (!(error instanceof ApiError)) return { header: t('loading.failed') };
      const { code, details, message, params } = error;
      if (code === 'unreachable' || code === 'unreadable') {
        return { header: t(`loading.${code}`), detail: t('loading.may_help') };
      }
      const problemOf = (detail: ErrorDetail) => translateMessage(`errors.rules.${detail.rule}`, detail, t);
      const wrong = details.map((detail) => `${detail.param} ${problemOf(detail)}`);
      const request = error.requestId === null ? [] : [t('loading.request', { id: error.requestId })];
      // An invalid parameter shows by itself what has to change.
      const again = error.retryable ? [t('loading.may_help')] : wrong.length > 0 ? [] : [t('loading.no_help')];
      return {
        header: translateMessage(`errors.codes.${code}`, { message, params }, t),
        detail: [...wrong, ...again, ...request].join(' · '),
      };
    },
    [t],
  );
}
