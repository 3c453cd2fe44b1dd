import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { SEVERITIES, type Severity } from '../../language/issue-texts.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { IssueList } from '../../shared/issues.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { SameAxis } from '../../ui/charts/frame.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card, leastWidth } from '../../ui/layout.tsx';
import { Link } from '../../ui/link.tsx';
import { Change } from '../../ui/values.tsx';
import { issueChanges, type PastIssue } from './issue-categories.ts';
import { siteHref, useShownCrawl } from './site-parts.tsx';

interface IssueHistoryProps {
  of: SiteAnswer;
  past: readonly PastIssue[];
}

const GROUPS = ['new', 'more_pages', 'fixed', 'fewer_pages'] as const;
/** Changes that are listed in a group. */
const MAX_LISTED = 4;

/** New and fixed issues, and pages that differ, since the crawl before. */
export function IssueChanges({ domain, of, past }: IssueHistoryProps & { domain: string }) {
  const t = useTranslate();
  const format = useFormat();
  const crawl = useShownCrawl();
  const found = issueChanges(of, past);
  const changes = of.complete ? of.changes : null;
  const groups = GROUPS.map((group) => ({ group, listed: found?.[group] ?? [] })).filter(
    ({ listed }) => listed.length > 0,
  );
  return (
    <Card title={t('site.since')}>
      {found === null && changes === null && (
        <p className="ui-bare ui-quiet ui-small ui-regular">
          {t(of.complete ? 'site.no_earlier' : 'site.not_comparable')}
        </p>
      )}
      {found !== null && groups.length === 0 && (
        <p className="ui-bare ui-quiet ui-small ui-regular">{t('site.no_issue_changes')}</p>
      )}
      {groups.map(({ group, listed }) => (
        <section key={group} className="site-since">
          <h3 className="ui-small ui-strong">
            {t(`site.${group}`)} <span className="ui-quiet ui-regular">({format.number(listed.length)})</span>
          </h3>
          <IssueList
            issues={listed.slice(0, MAX_LISTED)}
            hrefOf={({ id, pages }) => (pages > 0 ? siteHref(domain, 'issues', { ...crawl, issue: id }) : null)}
            note={({ pages, before }) => (
              <Change
                isCount
                amount={t('site.page_count', { count: Math.abs(pages - before) })}
                by={pages - before}
                isBetter={pages < before}
              />
            )}
          />
          {listed.length > MAX_LISTED && (
            <Link href={siteHref(domain, 'issues', { ...crawl, sort: '-change' })}>{t('site.all_issues')}</Link>
          )}
        </section>
      ))}
      {changes !== null && (
        <dl className="ui-row ui-gap-1 ui-gap-x-5 ui-bare ui-ruled-after">
          {(['added', 'removed', 'changed'] as const).map((kind) => (
            <div key={kind} className="ui-line ui-baseline ui-gap-2">
              <dt className="ui-quiet">{t(`site.${kind}`)}</dt>
              <dd className="ui-strong ui-digits">
                <Link href={siteHref(domain, 'compare', crawl)}>{format.number(changes[kind])}</Link>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

const TONES = { error: 'bad', warning: 'warn', notice: 1 } as const;

/** Health, score and issues over the last crawls. */
export function IssueHistory({ domain, of: { history, issues }, past }: IssueHistoryProps & { domain: string }) {
  const t = useTranslate();
  const format = useFormat();
  const crawls = history ?? [];
  if (crawls.length < 2) {
    return (
      <Card title={t('site.history')}>
        <EmptyState icon="compare" title={t('site.history.none')}>
          {t('site.history.none_hint')}
        </EmptyState>
      </Card>
    );
  }
  const severities = new Map([...(issues ?? []), ...past].map(({ id, severity }) => [id, severity]));
  const affected = (counts: Record<string, number>, severity: Severity) =>
    Object.entries(counts).reduce((sum, [id, count]) => sum + (severities.get(id) === severity ? count : 0), 0);
  const days = crawls.map(({ finished_at }) => format.day(finished_at.slice(0, 10)));
  /** The day, the number of the crawl if it is not the first of the day, and whether it is not complete. */
  const labelOf = (index: number) => {
    const count = days.slice(0, index + 1).filter((day) => day === days[index]).length;
    const label = count > 1 ? `${days[index]} (${count})` : days[index]!;
    return crawls[index]!.complete ? label : t('site.history.limited', { label });
  };
  const labels = new Map(crawls.map(({ finished_at }, index) => [Date.parse(finished_at), labelOf(index)]));
  const pointsOf = (member: 'health' | 'site_score') =>
    crawls.map(({ finished_at, [member]: value }) => ({ at: Date.parse(finished_at), value }));
  return (
    <Card title={t('site.history')} description={t('site.history.hint', { count: crawls.length })}>
      <div className="ui-grid ui-top ui-gap-4" style={leastWidth(440)}>
        <SameAxis>
          <LineChart
            label={t('site.history.scores')}
            series={[
              { name: t('site.health'), points: pointsOf('health'), tone: 'good' },
              { name: t('site.score'), points: pointsOf('site_score'), tone: 1 },
            ]}
            formatValue={format.number}
            formatTime={(at) => format.day(new Date(at).toISOString().slice(0, 10))}
            formatPoint={(at) => labels.get(at)!}
          />
          <BarChart
            label={t('site.history.affected')}
            header={t('site.history.crawl')}
            series={SEVERITIES.map((severity) => ({ name: t(`site.severities.${severity}`), tone: TONES[severity] }))}
            bars={crawls.map((crawl, index) => ({
              label: labelOf(index),
              values: SEVERITIES.map((severity) => affected(crawl.issues, severity)),
              // An earlier limited crawl is not stored any more.
              ...(crawl.complete && { href: siteHref(domain, 'issues', { crawl: crawl.crawl_id }) }),
            }))}
            formatValue={format.number}
          />
        </SameAxis>
      </div>
    </Card>
  );
}
