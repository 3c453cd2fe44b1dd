import type { DomainDetails } from '../../../contract.ts';
import { describeFailure } from '../language/messages.ts';
import type { Notification } from '../loading/use-notify.ts';
import type { SourceWords } from '../sources/source-words.ts';

/** Polls before work that has not started is considered done: until then, it may be missing in the queue's counts. */
const POLLS_BEFORE_START = 5;

/** Background work for a domain that the page waits for. */
export interface AwaitedWork {
  /** Time of the record's last fetch before the work. */
  before: string | null;
  /** Time of the last failure that was known before the work. */
  failedBefore: string | null;
  /** It was requested here, not found in progress. */
  isAsked: boolean;
  started: boolean;
  polls: number;
}

type Seen = Pick<DomainDetails, 'updated_at' | 'activity' | 'failure'>;

/** Begins to wait for work that was just requested (`isAsked`) or is already running. */
export function awaitWork({ updated_at, activity, failure }: Seen, isAsked: boolean): AwaitedWork {
  const failedBefore = failure?.failed_at ?? null;
  return { before: updated_at, failedBefore, isAsked, started: activity !== 'idle', polls: 0 };
}

/**
 * The work after another poll; `null`: the work is done. `idle` means this only if the work has started, or has a
 * result, since the counts of a queue lag.
 */
export function nextPoll(work: AwaitedWork, seen: Seen): AwaitedWork | null {
  const next = { ...work, started: work.started || seen.activity !== 'idle', polls: work.polls + 1 };
  if (seen.activity !== 'idle') return next;
  const hasResult = seen.updated_at !== work.before || (seen.failure?.failed_at ?? null) !== work.failedBefore;
  const done = next.started || hasResult || next.polls >= POLLS_BEFORE_START;
  return done ? null : next;
}

/**
 * Returns the outcome of background work that has ended, in words.
 *
 * @param work as it was while the work was running
 * @returns `null` if it was not requested here, and there is no new record
 */
export function outcomeOf(
  work: AwaitedWork,
  details: DomainDetails,
  words: SourceWords,
): Omit<Notification, 'id'> | null {
  const { domain, updated_at, failure } = details;
  const { t, format } = words;
  if (failure && failure.failed_at !== work.failedBefore) return failed(domain, failure, words);
  if (updated_at !== null && updated_at !== work.before) return fetched(details, words);
  if (!work.isAsked) return null;
  const header =
    updated_at === null
      ? t('domain.nothing', { domain })
      : t('domain.nothing_new', { domain, time: format.time(updated_at) });
  return { type: 'info', header };
}

function failed(domain: string, failure: NonNullable<DomainDetails['failure']>, { t }: SourceWords) {
  const isMissing = failure.code === 'domain_not_found';
  return {
    type: 'error' as const,
    header: isMissing
      ? t('domain.missing', { domain })
      : t('domain.not_fetched', { domain, why: describeFailure(failure, t) }),
    detail: t(failure.retryable ? 'loading.may_help' : 'loading.no_help'),
  };
}

/** The record is new; the report of the site shows whether the home page was read. */
function fetched({ domain, score_source: site }: DomainDetails, { t, format }: SourceWords) {
  const hasAnswered = site !== null && ['ok', 'empty', 'partial'].includes(site.status) && !site.from_cache;
  if (hasAnswered) return { type: 'success' as const, header: t('domain.done', { domain }) };
  const why = site?.error ? describeFailure(site.error, t) : t(`sources.statuses.${site?.status ?? 'skipped'}`);
  const since = site?.fetched_at ?? null;
  const header =
    since === null
      ? t('domain.done_without_page', { domain, why })
      : t('domain.done_with_old_page', { domain, why, time: format.time(since) });
  return { type: 'warning' as const, header };
}
