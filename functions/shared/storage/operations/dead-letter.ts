import type { QueueName } from '../most-receives.ts';

/** A message whose work failed each time. */
export interface DeadLetter {
  /** Of the message in its queue. */
  messageId: string;
  body: string;
  queue: QueueName;
  /** Kind of the work; `null`: the message says none. */
  task: string | null;
  /** Which the work was about; `null`: about none, or about several. */
  domain: string | null;
  /** Code of the error at the last try; `null`: the worker ended without saying why. */
  why: string | null;
  /** Milliseconds since the epoch: when it was put into its queue. */
  sentAt: number;
}

/** The partition of all dead letters in the `Operations` table; by its sort key, they are in the order of their times. */
export const DEAD_LETTERS = 'dead-letter';

/** Dead letters of a domain. */
export const BY_DOMAIN_INDEX = 'by_domain';

/** @returns the sort key: one of a message, however often it is delivered */
export function letterId({ sentAt, messageId }: Pick<DeadLetter, 'sentAt' | 'messageId'>): string {
  const sentIso = new Date(sentAt).toISOString();
  return `${sentIso}#${messageId}`;
}

/** Attributes of a kept letter, besides the table's TTL. */
export interface LetterItem {
  kind: typeof DEAD_LETTERS;
  id: string;
  body: string;
  queue: QueueName;
  /** Left out where it is not known, as are the next two. */
  task?: string;
  domain?: string;
  why?: string;
  /** ISO 8601. */
  sent_at: string;
  given_up_at: string;
  /** Seconds since the epoch. */
  expires_at: number;
}
