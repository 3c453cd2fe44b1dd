import type { SourceReport } from '../record/record.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';

const PAID_NOT_REQUESTED = 'paid_not_requested';

/** Whether a source has a pace to keep, that of a provider or the site's, and so is asked later. */
export function keepsPace({ address, followsCrawl = false }: Source): boolean {
  return address !== null || followsCrawl;
}

/** What stands in the record of a source that a batch asks later. */
export const leftForLater: SourceAnswer = { status: 'pending', isLeft: true };

/** What stands in the record of a paid source where a batch did not want any asked. */
export const paidNotRequested: SourceAnswer = {
  status: 'skipped',
  error: {
    code: PAID_NOT_REQUESTED,
    message: 'The batch that fetched the domain did not ask for paid sources',
    retryable: false,
  },
};

/** Whether a batch has left a source to be asked later, or to a batch that wants paid sources asked. */
export function isLeftByBatch({ status, error }: SourceReport): boolean {
  return status === 'pending' || error?.code === PAID_NOT_REQUESTED;
}
