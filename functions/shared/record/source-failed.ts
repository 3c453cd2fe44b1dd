import type { SourceReport } from './record.ts';

/** Whether the last try to ask a source failed, at least in part. One that is switched off, or cannot know, has not. */
export function hasFailed({ status, error }: Pick<SourceReport, 'status' | 'error'>): boolean {
  return error !== null && error.code !== 'disabled' && status !== 'unsupported';
}
