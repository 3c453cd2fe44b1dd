import type { ReportedSite } from '../../../contract.ts';
import type { SiteProgress } from '../../../../core/site-reports/progress.ts';
import { endOf } from '../domain/site/crawl-words.ts';
import { SEVERITIES } from '../language/issue-texts.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useIssueTitle } from '../shared/issues.tsx';
import { Card } from '../ui/layout.tsx';

type Compared = Extract<SiteProgress, { state: 'compared' }>;

/** What has changed since the complete crawl before, or why that is not known. */
export function ProgressCard({ of }: { of: ReportedSite | null }) {
  const t = useTranslate();
  if (of === null) return null;
  return (
    <Card title={t('report.progress')}>
      {of.progress.state === 'compared' ? (
        <Changes of={of.progress} />
      ) : (
        <p className="ui-bare">{t(`report.progress.${of.progress.state}`, { reason: t(`site.ends.${endOf(of)}`) })}</p>
      )}
    </Card>
  );
}

function Changes({ of }: { of: Compared }) {
  const t = useTranslate();
  const format = useFormat();
  const { counts, since } = of;
  const sum = (state: 'new' | 'fixed' | 'persisting') =>
    SEVERITIES.reduce((total, severity) => total + counts[state][severity], 0);
  return (
    <>
      <p className="ui-bare">
        {t('report.progress.counts', {
          date: format.date(since),
          fixed: sum('fixed'),
          new: sum('new'),
          persisting: sum('persisting'),
        })}
        {counts.not_compared > 0 && ` ${t('report.progress.not_compared', { count: counts.not_compared })}`}
      </p>
      {(['fixed', 'new'] as const).map((state) => (
        <Named key={state} state={state} issues={of[state]} />
      ))}
    </>
  );
}

/** Issues that are named on the first page. */
const NAMED = 3;

function Named({ state, issues }: { state: 'new' | 'fixed'; issues: Compared['new'] }) {
  const t = useTranslate();
  const titleOf = useIssueTitle();
  if (issues.length === 0) return null;
  const named = issues
    .slice(0, NAMED)
    .map((issue) => t('report.progress.issue', { title: titleOf(issue), count: issue.count }));
  const rest = issues.length - named.length;
  return (
    <p className="report__fact">
      <b className="ui-medium">{t(`report.progress.${state}`)}</b> {named.join(t('common.comma'))}
      {rest > 0 && t('common.comma') + t('report.progress.more', { count: rest })}
    </p>
  );
}
