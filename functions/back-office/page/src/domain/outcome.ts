import type { DomainDetails } from '../../../contract.ts';
import { describeFailure } from '../language/describe-failure.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';
import type { Notification } from '../loading/use-notify.ts';
import type { Watch } from './watch.ts';

/**
 * What came of background work that has ended, in words.
 *
 * @param watch as it was while the work was under way
 * @returns `null` where nobody here asked for it, and the record is not fetched anew
 */
export function outcomeOf(
  watch: Watch,
  details: DomainDetails,
  text: Dictionary,
  format: Format,
): Omit<Notification, 'id'> | null {
  const { domain, updated_at, failure } = details;
  if (failure && failure.failed_at !== watch.failedBefore) return failed(domain, failure, text);
  if (updated_at !== null && updated_at !== watch.before) return fetched(details, text, format);
  if (!watch.isAsked) return null;
  const header =
    updated_at === null ? text.domain.nothing(domain) : text.domain.nothing_new(domain, format.time(updated_at));
  return { type: 'info', header };
}

function failed(domain: string, failure: NonNullable<DomainDetails['failure']>, text: Dictionary) {
  const isMissing = failure.code === 'domain_not_found';
  return {
    type: 'error' as const,
    header: isMissing ? text.domain.missing(domain) : text.domain.not_fetched(domain, describeFailure(failure, text)),
    detail: failure.retryable ? text.errors.may_help : text.errors.no_help,
  };
}

/** The record is new; whether the site showed its page, its source tells. */
function fetched({ domain, score_source: site }: DomainDetails, text: Dictionary, format: Format) {
  const hasAnswered = site !== null && ['ok', 'empty', 'partial'].includes(site.status) && !site.from_cache;
  if (hasAnswered) return { type: 'success' as const, header: text.domain.done(domain) };
  const why = site?.error ? describeFailure(site.error, text) : text.sources.statuses[site?.status ?? 'skipped'];
  const since = site?.fetched_at ?? null;
  const header =
    since === null
      ? text.domain.done_without_page(domain, why)
      : text.domain.done_with_old_page(domain, why, format.time(since));
  return { type: 'warning' as const, header };
}
