import { useCallback } from 'react';
import { ApiError } from '../api/api-error.ts';
import { translate } from '../language/translate.ts';
import { useText } from '../language/use-language.ts';

/**
 * The text for an error: the API's message with invalid parameters, whether trying again makes sense, and the request's
 * id.
 */
export function useDescribeError() {
  const text = useText();
  return useCallback(
    (error: unknown): { header: string; detail?: string } => {
      if (!(error instanceof ApiError)) return { header: text.errors.failed };
      if (error.code === 'unreachable' || error.code === 'unreadable') {
        return { header: text.errors[error.code], detail: text.errors.may_help };
      }
      const wrong = error.details.map(({ param, message }) => `${param} ${translate(message, text.errors.sentences)}`);
      const request = error.requestId === null ? [] : [text.common.request(error.requestId)];
      // Who reads what is wrong with a parameter knows what to change.
      const again = error.retryable ? [text.errors.may_help] : wrong.length > 0 ? [] : [text.errors.no_help];
      return {
        header: text.errors.by_code[error.code] ?? error.message,
        detail: [...wrong, ...again, ...request].join(' · '),
      };
    },
    [text],
  );
}
