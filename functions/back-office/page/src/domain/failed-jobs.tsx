import type { DeadLetter, DomainDetails } from '../../../contract.ts';
import { useMayAct } from '../api/use-api.ts';
import { useDescribeError, useTranslate } from '../language/use-language.ts';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { reasonOf, taskOf } from '../shared/failed-job-words.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Banner } from '../ui/feedback.tsx';
import { RelativeTime } from '../ui/values.tsx';

const MAX_SHOWN = 3;

/** Kinds of jobs whose work is done by a later fetch of the domain. */
const FETCHES: readonly (string | null)[] = ['refresh', 'snapshot', 'complete-record'];

/** The failed jobs of a domain with their reasons, and the link to where they can be retried or dropped. */
export function FailedJobs({ of: { domain, updated_at } }: { of: DomainDetails }) {
  const t = useTranslate();
  const describeError = useDescribeError();
  const mayAct = useMayAct();
  const { data, error } = useLoad(['deadLetters', { domain }], { isQuiet: true, isOnlyThis: true });
  if (data === null) {
    if (!error) return null;
    return <Banner title={t('domain.failed_jobs.unknown', { why: describeError(error).header })} />;
  }
  const { letters, next } = data;
  const isMore = next !== null;
  if (letters.length === 0 && !isMore) return null;
  const isFetchedSince = ({ task, given_up_at }: DeadLetter) =>
    FETCHES.includes(task) && updated_at !== null && updated_at > given_up_at;
  return (
    <Banner
      tone="warn"
      title={t(isMore ? 'domain.failed_jobs.at_least' : 'domain.failed_jobs', { count: letters.length })}
      action={
        <ButtonLink href={hrefOf({ view: 'queue', query: new URLSearchParams({ domain }).toString() })}>
          {t(mayAct ? 'domain.failed_jobs.retry' : 'domain.failed_jobs.show')}
        </ButtonLink>
      }
    >
      <ul className="ui-list">
        {letters.slice(0, MAX_SHOWN).map((letter) => (
          <li key={letter.id}>
            {taskOf(letter, t)}, <RelativeTime time={letter.given_up_at} />
            {t('common.colon')}
            {reasonOf(letter, t)}
            {isFetchedSince(letter) && ` ${t('domain.failed_jobs.fetched_since')}`}
          </li>
        ))}
        {letters.length > MAX_SHOWN && <li>{t('domain.failed_jobs.others', { count: letters.length - MAX_SHOWN })}</li>}
      </ul>
    </Banner>
  );
}
