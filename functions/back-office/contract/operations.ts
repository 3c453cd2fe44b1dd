import * as z from 'zod/mini';
import type { JournalEntry } from '../../core/operations/journal.ts';
import { rule } from '../../core/platform/http/rules.ts';
import { domainParameter } from '../../core/platform/names/address-parameters.ts';
import type { QueueName } from '../../core/operations/queues.ts';
import { type Entries, type HostServices, typeOnly } from './entry.ts';
import type { Session } from './session.ts';

/** State of the service. */
export interface Overview {
  queue: QueueState;
  /** Spending of the current day (UTC). */
  spent_usd: number;
  daily_budget_usd: number;
  /** 30 days (UTC) including the current one, oldest first; API Gateway counts with a delay of some minutes. */
  requests: { date: string; requests: number }[];
  /** Only with the local runner and `--offline`: `POST /demo` adds a demo portfolio with a year of history. */
  has_demo: boolean;
}

/** Counts of SQS are approximate. */
export interface QueueState {
  /** Followed domains. */
  followed: number;
  /** Domains whose snapshot is due and not queued yet. */
  due: number;
  waiting: number;
  running: number;
  /** Failed jobs: those that are stored, counted up to 1,000, and those still in the dead-letter queue. */
  dead_letters: number;
  /** There are more than the count. */
  more_dead_letters: boolean;
}

export interface DeadLetters {
  letters: DeadLetter[];
  next: string | null;
}
/** A failed job, stored for 30 days. */
export interface DeadLetter {
  id: string;
  queue: QueueName;
  /** Kind of job, such as `snapshot`; `null`: the message contains none. */
  task: string | null;
  /** Domain of the job; `null`: none, or several. */
  domain: string | null;
  /** Error code of the last attempt; `null`: the worker was terminated, or timed out. */
  why: string | null;
  /** Time at which the message was sent. */
  sent_at: string;
  /** Time after the last attempt. */
  given_up_at: string;
}

export interface Retried {
  moved: number;
  /** `before` of the next call; `null`: all jobs from before the first call were put back. */
  next: string | null;
}

export interface Costs {
  daily_budget_usd: number;
  days: CostDay[];
}
export interface CostDay {
  date: string;
  spent_usd: number;
  /** By id of the source. */
  by_source: Record<string, number>;
}

export interface JournalPage {
  entries: JournalLine[];
  next: string | null;
}
/** A change that an operator made or attempted; stored for a year. */
export interface JournalLine extends JournalEntry {
  at: string;
}

const id = z.string(rule('text')).check(z.minLength(1, rule('not_empty')), z.maxLength(200, rule('max_characters')));
const journalParameters = z.object({
  after: z.optional(id),
  operator: z.optional(id),
  action: z.optional(id),
  /** A part of the id or the name of the changed object, such as a domain. */
  about: z.optional(id),
});
const jobParameters = ({ isReachable }: HostServices) =>
  z.object({ after: z.optional(id), domain: z.optional(domainParameter(isReachable)) });
const jobId = z.strictObject({ id }, rule('json_object'));
/** `before`: `next` of the previous call. */
const retryAll = z.optional(
  z.strictObject({ before: z.optional(z.iso.datetime(rule('next_of_response'))) }, rule('json_object')),
);

/** The session, the queues, failed jobs, the costs and the journal. */
export const operationContract = {
  session: { method: 'GET', pattern: 'session', answer: typeOnly<Session>() },
  overview: { method: 'GET', pattern: 'overview', answer: typeOnly<Overview>() },
  /** Costs of paid sources by day (UTC), newest first, including the current day. */
  costs: { method: 'GET', pattern: 'costs', answer: typeOnly<Costs>() },
  queue: { method: 'GET', pattern: 'queue', answer: typeOnly<QueueState>() },
  /** All, or those of a domain: newest first, up to 25 per response; of a domain, one without jobs can have a `next`. */
  deadLetters: { method: 'GET', pattern: 'queue/dead-letters', query: jobParameters, answer: typeOnly<DeadLetters>() },
  /** Puts the message of a failed job back into its queue. */
  retryDeadLetter: { method: 'POST', pattern: 'queue/dead-letters/retry', body: jobId, answer: typeOnly<object>() },
  /** Deletes a failed job. */
  dropDeadLetter: { method: 'POST', pattern: 'queue/dead-letters/drop', body: jobId, answer: typeOnly<object>() },
  /**
   * Puts up to 250 failed jobs back into their queues, oldest first. Those that fail again become new failed jobs.
   */
  retryDeadLetters: { method: 'POST', pattern: 'queue/retry', body: retryAll, answer: typeOnly<Retried>() },
  /** Newest first, up to 50 at a time; with a filter, a response without entries can have a `next`. */
  journal: { method: 'GET', pattern: 'journal', query: journalParameters, answer: typeOnly<JournalPage>() },
} as const satisfies Entries;
