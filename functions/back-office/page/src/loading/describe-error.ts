import { useCallback } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { ErrorDetail } from '../api/envelope.ts';
import { translateMessage } from '../language/translate-message.ts';
import { useLanguage } from '../language/use-language.ts';

/**
 * The text for an error: the API's message with invalid parameters, whether trying again makes sense, and the request's
 * id.
 */
export function useDescribeError() {
  const { text, translate } = useLanguage();
  return useCallback(
    (error: unknown): { header: string; detail?: string } => {
      if (!(error instanceof ApiError)) return { header: text.errors.failed };
      const { code, details, message, params } = error;
      if (code === 'unreachable' || code === 'unreadable') {
        return { header: text.errors[code], detail: text.errors.may_help };
      }
      const problemOf = (detail: ErrorDetail) => translateMessage(`errors.rules.${detail.rule}`, detail, translate);
      const wrong = details.map((detail) => `${detail.param} ${problemOf(detail)}`);
      const request = error.requestId === null ? [] : [text.common.request(error.requestId)];
      // Who reads what is wrong with a parameter knows what to change.
      const again = error.retryable ? [text.errors.may_help] : wrong.length > 0 ? [] : [text.errors.no_help];
      return {
        header: translateMessage(`errors.codes.${code}`, { message, params }, translate),
        detail: [...wrong, ...again, ...request].join(' · '),
      };
    },
    [text, translate],
  );
}
