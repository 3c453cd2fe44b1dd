import type { BatchItem } from '../../../contract.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import type { ViewQuery } from '../routing/use-route.ts';
import { Card } from '../ui/card.tsx';
import { Link } from '../ui/link.tsx';
import { Progress } from '../ui/progress.tsx';
import { type Following, isOpen, lateIn, secondsLeft, totalsOf } from './follow-parts.ts';
import { problemsOf, rowError } from './row-metrics.ts';

const MINUTE = 60;

/** How many rows are settled, how long the others will take, and when they are polled again. */
export function BatchProgress({ of }: { of: Following }) {
  const t = useTranslate();
  const format = useFormat();
  const { parts, last, waitSeconds } = of;
  const { domains, pending } = totalsOf(parts);
  const settled = domains - pending;
  const late = lateIn(of);
  const left = secondsLeft(of);
  return (
    <Card>
      <Progress
        label={t('batches.progress')}
        percent={domains === 0 ? 0 : Math.floor((100 * settled) / domains)}
        detail={t('batches.settled', { settled, count: domains })}
      />
      <p className="batch-state">
        {left !== null && <b>{leftText(left)} </b>}
        {stateText()}
        {last !== null && ` ${t('batches.as_of', { time: format.time(new Date(last.at).toISOString()) })}`}
      </p>
    </Card>
  );

  function leftText(seconds: number): string {
    if (seconds < MINUTE) return t('batches.seconds_left', { count: seconds });
    return t('batches.minutes_left', { count: Math.ceil(seconds / MINUTE) });
  }
  function stateText(): string {
    if (pending === 0 && late > 0) return t('batches.late', { count: late });
    if (waitSeconds !== null) return t('batches.polled_in', { count: waitSeconds });
    return last === null || parts.some(isOpen) ? t('batches.loading') : t('batches.finished');
  }
}

/** Why rows failed, each reason with the number of rows and a link to them. */
export function Problems({ items, view }: { items: readonly BatchItem[]; view: ViewQuery }) {
  const t = useTranslate();
  const problems = problemsOf(items);
  if (problems.length === 0) return null;
  const count = problems.reduce((sum, problem) => sum + problem.count, 0);
  return (
    <Card title={t('batches.problems', { count })}>
      <ul className="batch-problems">
        {problems.map(({ status, error, count: rows }) => (
          <li key={`${status} ${error.code}`}>
            <Link href={view.hrefWith({ status, reason: error.code })}>
              {t('batches.problem', { count: rows, status: t(`batches.statuses.${status}`) })}
            </Link>
            <span className="batch-reason">{rowError({ status, error }, t)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
