import type { NetworkFailure } from '../network/failures.ts';
import type { SourceAnswer } from '../record/source-answer.ts';

/** @returns what a source answers when the host that it asked could not be reached */
export function failureAnswer({ status, code, message, retryable }: NetworkFailure): SourceAnswer {
  return { status, error: { code, message, retryable } };
}
