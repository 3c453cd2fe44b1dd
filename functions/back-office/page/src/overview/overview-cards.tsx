import type { DomainRow, TopIssues } from '../../../contract.ts';
import type { PortfolioRow } from '../domains/portfolio-row.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { type Loaded, useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { hrefWith } from '../routing/use-route.ts';
import { IssueList } from '../shared/issues.tsx';
import { type AuditChange, ScoreReasons } from '../shared/score-reasons.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Icon } from '../ui/icon.tsx';
import { Card } from '../ui/layout.tsx';
import { Link } from '../ui/link.tsx';
import { Change } from '../ui/values.tsx';
import { type Attention, unknownOf } from './attention.ts';
import { type Mover, type Period, scoreGroups, scoreTrend } from './scores.ts';

/** The mean score of the domains over time. */
export function TrendCard({ rows, period, today }: { rows: DomainRow[]; period: Period; today: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { points, domains } = scoreTrend(rows, period, today);
  const values = points.flatMap(({ value }) => value ?? []);
  const hasTrend = points.length > 1;
  return (
    <Card
      title={t('overview.trend', { period: String(period) })}
      {...(hasTrend && { description: t('overview.trend_hint', { count: domains }) })}
    >
      {hasTrend ? (
        <LineChart
          label={t('overview.trend_label', { from: round(values[0]!), to: round(values.at(-1)!) })}
          series={[{ name: t('overview.mean'), points }]}
          formatValue={(value) => format.number(round(value))}
          formatTime={(at) => format.day(new Date(at).toISOString().slice(0, 10))}
        />
      ) : (
        <EmptyState icon="compare" title={t('overview.no_trend')}>
          {t('overview.no_trend_hint')}
        </EmptyState>
      )}
    </Card>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The number of domains by score. */
export function DistributionCard({ rows }: { rows: DomainRow[] }) {
  const t = useTranslate();
  const format = useFormat();
  const unknown = rows.filter(({ seo_score }) => seo_score === null).length;
  return (
    <Card
      title={t('overview.distribution')}
      {...(unknown > 0 && { description: t('overview.without_score', { count: unknown }) })}
    >
      <BarChart
        label={t('overview.distribution')}
        header={t('overview.score')}
        series={[{ name: t('overview.domains') }]}
        bars={scoreGroups(rows).map(({ least, most, domains }) => ({
          label: `${least}–${most}`,
          values: [domains],
          href: hrefOf({ view: 'domains', query: `where=score>=${least}&where=score<=${most}` }),
        }))}
        formatValue={format.number}
      />
    </Card>
  );
}

const MAX_NAMES = 3;

/** What needs attention, or that nothing does. */
export function AttentionCard({ of, rows }: { of: Attention[]; rows: readonly PortfolioRow[] }) {
  const t = useTranslate();
  return (
    <Card title={t('overview.attention')} description={t('overview.attention_hint')}>
      {of.length === 0 ? (
        <NothingToDo {...unknownOf(rows)} />
      ) : (
        <ul className="ui-list ui-column ui-gap-3">
          {of.map((one) => (
            <AttentionItem key={one.kind} of={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** That nothing needs attention, as far as it is known. */
function NothingToDo({ withoutData, notCrawled }: ReturnType<typeof unknownOf>) {
  const t = useTranslate();
  if (withoutData + notCrawled === 0) {
    return (
      <p className="ui-line ui-center ui-gap-2 ui-bare ui-good">
        <Icon name="success" /> {t('overview.all_well')}
      </p>
    );
  }
  return (
    <div className="ui-column ui-gap-1">
      <p className="ui-bare">{t('overview.all_known_well')}</p>
      {withoutData > 0 && <p className="ui-bare ui-quiet">{t('overview.without_data', { count: withoutData })}</p>}
      {notCrawled > 0 && (
        <Link href={hrefOf({ view: 'domains', query: 'where=crawl=none' })}>
          {t('issues.not_crawled', { count: notCrawled })}
        </Link>
      )}
    </div>
  );
}

/** The view of a domain, with the errors of its site open where they need attention. */
function hrefOfDomain(kind: Attention['kind'], domain: string): string {
  if (kind !== 'site_errors') return hrefOf({ view: 'domain', domain });
  return hrefWith({ view: 'domain', domain, tab: 'site.issues' }, { severity: 'error' });
}

function AttentionItem({ of: { kind, tone, count, domains, href } }: { of: Attention }) {
  const t = useTranslate();
  const title = t(`overview.needs.${kind}`, { count });
  return (
    <li className="overview-attention__item ui-line ui-baseline ui-gap-2">
      <Icon name={tone === 'bad' ? 'error' : 'warning'} tone={tone} />
      <div>
        <div className="ui-strong">
          <Link href={href}>{title}</Link>
        </div>
        {domains.length > 0 && (
          <ul className="ui-list ui-row ui-baseline ui-gap-wide">
            {domains.slice(0, MAX_NAMES).map(({ domain, name, note }) => (
              <li key={domain}>
                <Link href={hrefOfDomain(kind, domain)}>{name}</Link>
                {note && (
                  <span className="ui-quiet">
                    {' '}
                    {t(note.key === 'days' && note.value < 0 ? 'overview.days_ago' : `overview.${note.key}`, {
                      count: Math.abs(note.value),
                    })}
                  </span>
                )}
              </li>
            ))}
            {count > MAX_NAMES && (
              <li>
                <Link href={href}>{t('overview.more', { count: count - MAX_NAMES })}</Link>
              </li>
            )}
          </ul>
        )}
      </div>
    </li>
  );
}

const MAX_SHOWN = 8;

interface MoversCardProps {
  movers: Mover[];
  period: Period;
  /** Number of domains with a score at the beginning of the period and now. */
  compared: number;
}

/** The domains whose scores have changed most, each with the audits that changed. */
export function MoversCard({ movers, period, compared }: MoversCardProps) {
  const t = useTranslate();
  const shown = movers.slice(0, MAX_SHOWN);
  const domains = shown.map(({ row }) => row.domain).join(',');
  const since = shown.map(({ before }) => before.date).join(',');
  const { data } = useLoad(['scoreReasons', { domains, since }], { isEnabled: domains !== '' });
  const reasons = new Map(data?.domains.map(({ domain, change }) => [domain, change?.audits ?? null]));
  const query = `where=score_change!=0&sort=change&period=${period}d`;
  return (
    <Card
      title={t('overview.movers')}
      description={t('overview.movers_hint')}
      actions={movers.length > 0 && <Link href={hrefOf({ view: 'domains', query })}>{t('overview.all_movers')}</Link>}
    >
      {shown.length === 0 ? (
        <EmptyState icon="compare" title={t(compared > 0 ? 'overview.none_moved' : 'overview.none_compared')} />
      ) : (
        <ul className="ui-list ui-column ui-gap-3">
          {shown.map((mover) => (
            <MoverItem key={mover.row.domain} of={mover} audits={reasons.get(mover.row.domain)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** @param audits `undefined` while they are loaded; `null`: unknown */
function MoverItem({ of: { row, before, change }, audits }: { of: Mover; audits: AuditChange[] | null | undefined }) {
  const format = useFormat();
  return (
    <li>
      <div className="ui-row ui-baseline ui-between ui-gap-tight">
        <Link href={hrefOf({ view: 'domain', domain: row.domain })}>{row.domain_unicode}</Link>
        <span className="ui-line ui-baseline ui-gap-3 ui-digits">
          <span className="ui-quiet">
            {format.number(before.value)} → {format.number(before.value + change)}
          </span>
          <Change by={change} />
        </span>
      </div>
      <ScoreReasons audits={audits} isBetter={change > 0} />
    </li>
  );
}

const MAX_ISSUES = 8;
const MAX_SITES = 2;

type TopIssue = TopIssues['issues'][number];

/** The issues of all crawled sites, with the numbers of their pages. */
export function TopIssuesCard({ of }: { of: Loaded<TopIssues> }) {
  const t = useTranslate();
  const sites = of.data?.sites ?? 0;
  return (
    <Card
      title={t('overview.top_issues')}
      {...(sites > 0 && { description: t('overview.top_issues_hint', { count: sites }) })}
      actions={sites > 0 && <Link href={hrefOf({ view: 'issues' })}>{t('site.all_issues')}</Link>}
    >
      <ShowLoaded of={of}>{(data) => <Issues of={data} />}</ShowLoaded>
    </Card>
  );
}

/** The first issues, as links to all sites that have them. */
function Issues({ of: { sites, issues } }: { of: TopIssues }) {
  const t = useTranslate();
  if (issues.length === 0) {
    const key = sites === 0 ? 'overview.none_crawled' : 'overview.no_issues';
    return (
      <EmptyState
        icon={sites === 0 ? 'search' : 'success'}
        title={t(key)}
        action={sites === 0 && <ButtonLink href={hrefOf({ view: 'domains' })}>{t('domain.all_domains')}</ButtonLink>}
      >
        {sites === 0 && t('overview.none_crawled_hint')}
      </EmptyState>
    );
  }
  return (
    <IssueList
      label={t('overview.top_issues')}
      issues={issues.slice(0, MAX_ISSUES)}
      hrefOf={({ id }) => hrefOf({ view: 'issue', id })}
      note={({ pages, domains }) => t('overview.issue_extent', { pages, sites: domains })}
      details={(issue) => <Sites of={issue} />}
    />
  );
}

const hrefOfSite = (issue: string, domain: string) =>
  hrefWith({ view: 'domain', domain, tab: 'site.issues' }, { issue });

/** The sites with most pages of an issue. */
function Sites({ of: { id, domains, examples } }: { of: TopIssue }) {
  const t = useTranslate();
  const shown = examples.slice(0, MAX_SITES);
  return (
    <ul className="ui-list ui-row ui-baseline ui-gap-wide ui-small">
      {shown.map(({ domain }) => (
        <li key={domain}>
          <Link href={hrefOfSite(id, domain)}>{domain}</Link>
        </li>
      ))}
      {domains > shown.length && (
        <li>
          <Link href={hrefOf({ view: 'issue', id })}>{t('overview.more', { count: domains - shown.length })}</Link>
        </li>
      )}
    </ul>
  );
}
