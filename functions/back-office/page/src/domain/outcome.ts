import type { DomainDetails } from '../../../contract.ts';
import { describeFailure } from '../language/messages.ts';
import type { Notification } from '../loading/use-notify.ts';
import type { SourceWords } from '../sources/source-words.ts';
import type { Watch } from './watch.ts';

/**
 * Returns the outcome of background work that has ended, in words.
 *
 * @param watch as it was while the work was running
 * @returns `null` if it was not requested here, and there is no new record
 */
export function outcomeOf(watch: Watch, details: DomainDetails, words: SourceWords): Omit<Notification, 'id'> | null {
  const { domain, updated_at, failure } = details;
  const { t, format } = words;
  if (failure && failure.failed_at !== watch.failedBefore) return failed(domain, failure, words);
  if (updated_at !== null && updated_at !== watch.before) return fetched(details, words);
  if (!watch.isAsked) return null;
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
