import type { BatchItem } from '../../../../contract.ts';
import { describeFailure } from '../../language/describe-failure.ts';
import type { Dictionary } from '../../language/dictionary.ts';

/** Why a line has no answer, or none of its site, in plain words, and whether the same may succeed later. */
export function lineError({ status, error }: Pick<BatchItem, 'status' | 'error'>, text: Dictionary): string | null {
  if (error === null) return null;
  // The codes of sites and sources mean something else there.
  const refusals: Record<string, string> = status === 'refused' ? text.batches.refusals : {};
  const words = refusals[error.code] ?? describeFailure(error, text);
  return error.retryable ? `${words} · ${text.errors.may_help}` : words;
}
