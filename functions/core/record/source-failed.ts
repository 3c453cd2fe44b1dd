import type { SourceReport } from './record.ts';

/** Of sources that were not to be asked: it is no failure that they were not. */
const NOT_TO_BE_ASKED = ['disabled', 'paid_not_requested'];

/** Whether the last try to ask a source failed, at least in part. One that is switched off, or cannot know, has not. */
export function hasFailed({ status, error }: Pick<SourceReport, 'status' | 'error'>): boolean {
  return error !== null && !NOT_TO_BE_ASKED.includes(error.code) && status !== 'unsupported';
}
