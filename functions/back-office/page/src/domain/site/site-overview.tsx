import type { SiteSummary } from '../../../../contract.ts';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { rowStates } from '../../../../../core/site-reports/lists/sort-and-filter-rows.ts';
import { SEVERITIES, type Severity } from '../../language/issue-texts.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { type Loaded, useLoad } from '../../loading/use-load.ts';
import { IssueList } from '../../shared/issues.tsx';
import { Card, leastWidth, Stack } from '../../ui/layout.tsx';
import { Change, InfoTip } from '../../ui/values.tsx';
import { LinkedBars, type LinkedPart, PartsBar } from '../../ui/charts/bar-chart.tsx';
import { Gauge } from '../../ui/charts/gauge.tsx';
import type { ChartTone } from '../../ui/charts/geometry.ts';
import { Missing } from '../../ui/missing.tsx';
import { Score } from '../../ui/score.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { followsLinks } from './crawl-words.ts';
import { type PastIssue, previousCrawl } from './issue-categories.ts';
import { IssueChanges, IssueHistory } from './site-history.tsx';
import { siteHref, useShownCrawl } from './site-parts.tsx';
import { MostLinked, SiteNumbers } from './site-numbers.tsx';

interface SiteOverviewProps {
  domain: string;
  of: SiteAnswer;
  past: readonly PastIssue[];
}

/** The result of a crawl in charts, each part of which links to the issues or pages that it counts. */
export function SiteOverview({ domain, of, past }: SiteOverviewProps) {
  const t = useTranslate();
  const crawl = useShownCrawl();
  const summary = useLoad(['siteSummary', domain, crawl], { version: of.crawl_id });
  const counted = (
    title: string,
    partsOf: (known: SiteSummary) => LinkedPart[],
    { isBars = false, info }: { isBars?: boolean; info?: string } = {},
  ) => (
    <Card title={title} actions={info && <InfoTip label={title}>{info}</InfoTip>}>
      <ShowLoaded of={summary} skeleton={<Skeleton height={120} />}>
        {(known) =>
          isBars ? (
            <LinkedBars label={title} parts={partsOf(known)} />
          ) : (
            <PartsBar label={title} parts={partsOf(known)} />
          )
        }
      </ShowLoaded>
    </Card>
  );
  const parts = usePageParts(domain);
  return (
    <Stack>
      <div className="ui-grid ui-gap-4" style={leastWidth(300)}>
        <HealthCard domain={domain} of={of} summary={summary} />
        <SeverityCard domain={domain} of={of} affected={summary.data?.affected} />
        <IssueChanges domain={domain} of={of} past={past} />
      </div>
      <div className="ui-grid ui-gap-4" style={leastWidth(300)}>
        <FixFirst domain={domain} of={of} />
        {counted(t('site.answers'), parts.answers, { info: t('site.answers_info') })}
        {counted(t('site.states'), parts.states)}
      </div>
      <div className="ui-grid ui-top ui-gap-4" style={leastWidth(440)}>
        {followsLinks(of.scope) && counted(t('site.depth'), parts.depths, { isBars: true })}
        <MostLinked domain={domain} crawlId={of.crawl_id} />
      </div>
      <IssueHistory domain={domain} of={of} past={past} />
      <SiteNumbers domain={domain} of={of} />
    </Stack>
  );
}

interface HealthCardProps {
  domain: string;
  of: SiteAnswer;
  summary: Loaded<SiteSummary>;
}

/** Health and score, and how they have changed since the crawl before. */
function HealthCard({ domain, of, summary }: HealthCardProps) {
  const { health, site_score } = of;
  const t = useTranslate();
  const format = useFormat();
  const previous = previousCrawl(of);
  const errors = siteHref(domain, 'issues', { ...useShownCrawl(), severity: 'error' });
  return (
    <Card title={t('site.health')} description={t('site.health_hint')}>
      <div className="ui-gap-3 ui-gap-x-6 ui-row ui-center">
        <a href={errors} className="ui-gauge-link">
          <Gauge size="large" label={t('site.health')} value={health} unit="percent" />
        </a>
        <dl className="site-health__facts ui-terms ui-column ui-gap-3 ui-bare">
          {health !== null && previous !== null && previous.health !== null && (
            <div>
              <dt>{t('site.compared', { time: format.date(previous.finished_at) })}</dt>
              <dd>
                <Since value={health} before={previous.health} />
              </dd>
            </div>
          )}
          <div>
            <dt>
              {t('site.score')}
              <InfoTip label={t('site.score')}>{t('site.score_hint')}</InfoTip>
            </dt>
            <dd>
              <b>
                {site_score === null ? (
                  <Missing reason={t('site.no_score')} isExplained />
                ) : (
                  <Score value={site_score} />
                )}
              </b>
              {site_score !== null && previous !== null && previous.site_score !== null && (
                <Since value={site_score} before={previous.site_score} />
              )}
            </dd>
          </div>
          <div>
            <dt>{t('site.error_pages')}</dt>
            <dd>
              {summary.data === null && summary.error === null ? (
                <Skeleton height={20} />
              ) : (
                <b>
                  <Link href={errors}>
                    {summary.data === null ? <Missing /> : format.number(summary.data.affected.error)}
                  </Link>
                </b>
              )}
            </dd>
          </div>
        </dl>
      </div>
    </Card>
  );
}

/** The change of a value from 0 to 100 of which more is better. */
function Since({ value, before }: { value: number; before: number }) {
  const t = useTranslate();
  if (value === before) return <span className="ui-bare ui-quiet ui-small ui-regular">{t('site.unchanged')}</span>;
  return <Change by={value - before} />;
}

const SEVERITY_TONES: Record<Severity, ChartTone> = { error: 'bad', warning: 'warn', notice: 1 };

interface SeverityCardProps extends Omit<SiteOverviewProps, 'past'> {
  /** Numbers of pages with an issue of each severity; absent while they are loading. */
  affected: SiteSummary['affected'] | undefined;
}

/** The numbers of issues and pages by severity. */
function SeverityCard({ domain, of: { issues, pages }, affected }: SeverityCardProps) {
  const t = useTranslate();
  const format = useFormat();
  const crawl = useShownCrawl();
  const parts = SEVERITIES.map((severity): LinkedPart => {
    const count = issues?.filter((issue) => issue.severity === severity).length ?? 0;
    const shown = affected?.[severity] ?? 0;
    return {
      id: severity,
      name: t(`site.severities.${severity}`),
      value: shown,
      text: affected ? t('site.affected', { issues: count, pages: shown }) : format.number(count),
      tone: SEVERITY_TONES[severity],
      href: siteHref(domain, 'issues', { ...crawl, severity }),
    };
  });
  return (
    <Card title={t('site.issues')}>
      <LinkedBars label={t('site.issues')} parts={parts} whole={pages?.total ?? 0} />
    </Card>
  );
}

/** Issues that are listed as the first to fix. */
const FIRST = 6;

/** The most severe issues. */
function FixFirst({ domain, of: { issues } }: Omit<SiteOverviewProps, 'past'>) {
  const t = useTranslate();
  const crawl = useShownCrawl();
  const first = (issues ?? []).slice(0, FIRST);
  return (
    <Card title={t('site.fix_first')}>
      {first.length === 0 ? (
        <p className="ui-bare ui-good">{t('site.no_issues')}</p>
      ) : (
        <IssueList
          issues={first}
          hrefOf={({ id }) => siteHref(domain, 'issues', { ...crawl, issue: id })}
          note={({ count }) => (
            <span className="ui-bare ui-quiet ui-small ui-regular">{t('site.page_count', { count })}</span>
          )}
        />
      )}
    </Card>
  );
}

const ANSWERS: Record<string, ChartTone> = { '2xx': 'good', '3xx': 1, '4xx': 'bad', '5xx': 5, none: 6, '1xx': 'none' };
const STATE_TONES: Record<(typeof rowStates)[number], ChartTone> = {
  indexable: 'good',
  noindex: 3,
  canonicalised: 1,
  redirect: 'warn',
  client_error: 'bad',
  server_error: 5,
  robots: 6,
  not_html: 4,
  unknown: 'none',
};

/** Functions that return the pages by response, indexability and depth as parts of pictures. */
function usePageParts(domain: string) {
  const t = useTranslate();
  const format = useFormat();
  const crawl = useShownCrawl();
  const part = (group: string, id: string, value: number, look: Pick<LinkedPart, 'name' | 'tone'>): LinkedPart => ({
    ...{ id, value, text: format.number(value), ...look },
    href: siteHref(domain, 'list', { ...crawl, [group]: id }),
  });
  return {
    answers: ({ answers }: SiteSummary) =>
      Object.entries(ANSWERS).map(([id, tone]) =>
        part('status', id, answers[id] ?? 0, { name: t(`site.answers.${id as '2xx'}`), tone }),
      ),
    states: ({ states }: SiteSummary) =>
      rowStates.map((id) =>
        part('state', id, states[id] ?? 0, { name: t(`site.states.${id}`), tone: STATE_TONES[id] }),
      ),
    depths: ({ depths }: SiteSummary) =>
      Object.entries(depths)
        .toSorted(([one], [other]) => (one === 'none' ? 1 : other === 'none' ? -1 : Number(one) - Number(other)))
        .map(([id, count]) => {
          const name = id === 'none' ? t('site.depth.none') : t('site.clicks', { count: Number(id) });
          return part('depth', id, count, { name, tone: id === 'none' ? 'none' : 1 });
        }),
  };
}
