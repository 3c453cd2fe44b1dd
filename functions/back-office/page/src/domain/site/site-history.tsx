import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useIssueTexts } from '../../language/issue-texts.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useQuery } from '../../routing/use-route.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { Link } from '../../ui/link.tsx';
import { useShownRows } from '../../ui/shown-rows.ts';
import { LoadMore, Table } from '../../ui/table.tsx';
import { Badge, Change, type Tone } from '../../ui/values.tsx';
import { issueChanges, type PastIssue, SEVERITIES, type Severity } from './issue-categories.ts';
import { PageLink, SeverityBadge, siteHref } from './site-parts.tsx';

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
  const texts = useIssueTexts();
  const found = issueChanges(of, past);
  const { changes } = of;
  const groups = GROUPS.map((group) => ({ group, listed: found?.[group] ?? [] })).filter(
    ({ listed }) => listed.length > 0,
  );
  return (
    <Card title={t('site.since')}>
      {found === null && changes === null && <p className="site-quiet">{t('site.no_earlier')}</p>}
      {found !== null && groups.length === 0 && <p className="site-quiet">{t('site.no_issue_changes')}</p>}
      {groups.map(({ group, listed }) => (
        <section key={group} className="site-since">
          <h3>
            {t(`site.${group}`)} <span>({format.number(listed.length)})</span>
          </h3>
          <ul className="site-first">
            {listed.slice(0, MAX_LISTED).map(({ id, title, severity, pages, before }) => (
              <li key={id}>
                <SeverityBadge of={severity} />
                <span>
                  {pages > 0 ? (
                    <Link href={siteHref(domain, 'issues', { issue: id })}>{texts[id]?.title ?? title}</Link>
                  ) : (
                    (texts[id]?.title ?? title)
                  )}{' '}
                  <Change
                    amount={t('site.page_count', { count: Math.abs(pages - before) })}
                    direction={pages > before ? 'up' : 'down'}
                    isBetter={pages < before}
                  />
                </span>
              </li>
            ))}
          </ul>
          {listed.length > MAX_LISTED && (
            <Link href={siteHref(domain, 'issues', { sort: '-change' })}>{t('site.all_issues')}</Link>
          )}
        </section>
      ))}
      {changes !== null && (
        <dl className="site-since__pages">
          {(['added', 'removed', 'changed'] as const).map((kind) => (
            <div key={kind}>
              <dt>{t(`site.${kind}`)}</dt>
              <dd>
                <Link href={siteHref(domain, 'changes', { kind })}>{format.number(changes[kind])}</Link>
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
export function IssueHistory({ of: { history, issues }, past }: IssueHistoryProps) {
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
  /** The day, and the number of the crawl if it is not the first of the day. */
  const labelOf = (index: number) => {
    const count = days.slice(0, index + 1).filter((day) => day === days[index]).length;
    return count > 1 ? `${days[index]} (${count})` : days[index]!;
  };
  const pointsOf = (member: 'health' | 'site_score') =>
    crawls.map(({ finished_at, [member]: value }) => ({ at: Date.parse(finished_at), value }));
  return (
    <Card title={t('site.history')} description={t('site.history.hint', { count: crawls.length })}>
      <div className="site-columns site-columns--wide">
        <LineChart
          label={t('site.history.scores')}
          series={[
            { name: t('site.health'), points: pointsOf('health'), tone: 'good' },
            { name: t('site.score'), points: pointsOf('site_score'), tone: 1 },
          ]}
          formatValue={format.number}
          formatTime={(at) => format.day(new Date(at).toISOString().slice(0, 10))}
        />
        <BarChart
          label={t('site.history.affected')}
          header={t('site.history.crawl')}
          series={SEVERITIES.map((severity) => ({ name: t(`site.severities.${severity}`), tone: TONES[severity] }))}
          bars={crawls.map((crawl, index) => ({
            label: labelOf(index),
            values: SEVERITIES.map((severity) => affected(crawl.issues, severity)),
          }))}
          formatValue={format.number}
        />
      </div>
    </Card>
  );
}

const PAGE_SIZE = 25;

type Changes = NonNullable<SiteAnswer['changes']>;

const KINDS = ['added', 'removed', 'changed'] as const;
const CHANGE_TONES: Record<(typeof KINDS)[number], Tone> = { added: 'good', removed: 'bad', changed: 'neutral' };

/** The pages that differ from the crawl before. */
export function SiteChanges({ domain, of }: { domain: string; of: Changes | null }) {
  const t = useTranslate();
  if (of !== null) return <KnownChanges domain={domain} of={of} />;
  return (
    <Card>
      <EmptyState icon="compare" title={t('site.no_earlier')} />
    </Card>
  );
}

function KnownChanges({ domain, of }: { domain: string; of: Changes }) {
  const { since, examples } = of;
  const t = useTranslate();
  const format = useFormat();
  const { params } = useQuery();
  const kind = KINDS.find((each) => each === params.get('kind')) ?? null;
  const { limit, showMore } = useShownRows(PAGE_SIZE, kind ?? '');
  const rows = examples.filter(({ change }) => kind === null || change === kind);
  const all = KINDS.reduce((sum, each) => sum + of[each], 0);
  const nameOf = (field: string) => {
    const key = `site.fields.${field}`;
    return t.has(key) ? t(key) : field;
  };
  return (
    <Card title={t('site.compared', { time: format.time(since) })} isFlush>
      <div className="site-filter">
        <nav className="site-choices" aria-label={t('site.change')}>
          {[null, ...KINDS].map((each) => (
            <a
              key={each}
              href={siteHref(domain, 'changes', { kind: each ?? '' })}
              {...(each === kind && { 'aria-current': 'true' })}
            >
              {t(each === null ? 'site.any' : `site.${each}`)}{' '}
              <span>{format.number(each === null ? all : of[each])}</span>
            </a>
          ))}
        </nav>
        {all > examples.length && <p className="site-quiet">{t('site.first_changes', { count: examples.length })}</p>}
      </div>
      <Table
        label={t('site.tabs.changes')}
        rows={rows}
        limit={limit}
        keyOf={({ url }) => url}
        empty={<EmptyState icon="success" title={t('site.no_changes')} />}
        columns={[
          { id: 'url', header: t('site.page'), cell: ({ url }) => <PageLink domain={domain} url={url} /> },
          {
            id: 'change',
            header: t('site.change'),
            cell: ({ change }) => <Badge tone={CHANGE_TONES[change]}>{t(`site.change_kinds.${change}`)}</Badge>,
          },
          {
            id: 'fields',
            header: t('site.what_changed'),
            cell: ({ fields }) => fields.map(nameOf).join(', '),
          },
        ]}
      />
      {rows.length > limit && <LoadMore onPress={showMore} />}
    </Card>
  );
}
