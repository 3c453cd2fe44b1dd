import { useCallback } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { ErrorDetail } from '../api/envelope.ts';
import { translateMessage } from '../language/translate-message.ts';
import { useTranslate } from '../language/use-translate.ts';

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
