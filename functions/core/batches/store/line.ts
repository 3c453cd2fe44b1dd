export const lineStatuses = ['done', 'pending', 'not_found', 'failed', 'invalid', 'refused'] as const;

/**
 * - `done`: the domain's own site was read, now or earlier; sources that keep a pace may follow
 * - `pending`: it is fetched in the background
 * - `not_found`: the name does not exist
 * - `failed`: the site, or everything, could not be read; what is known nevertheless is in `data`
 * - `invalid`: the line is no domain
 * - `refused`: blocked by the operator, beyond an allowance, cancelled, or left at the limit of the batch's work
 */
export type LineStatus = (typeof lineStatuses)[number];

/** Why a line has no answer: a stable code, a message for people, and whether the same line may succeed later. */
export interface LineError {
  code: string;
  message: string;
  retryable: boolean;
}

export interface LineOutcome {
  status: LineStatus;
  error: LineError | null;
}

/** One line of a batch. */
export interface BatchLine extends LineOutcome {
  /** As it was given; `null` in a line whose domain the operator has forgotten since. */
  input: string | null;
  /** The name that records are stored under; `null` in an invalid line. */
  domain: string | null;
  /**
   * The domain is fetched for this line, and one of the allowance was taken for it. Of the lines with a domain that is
   * the first: what becomes of it becomes of the others.
   */
  isCounted?: boolean;
}

/** Whether the site of a line's domain is to be read for it. */
export function isToBeRead({ status, isCounted }: BatchLine): boolean {
  return status === 'pending' && isCounted === true;
}
