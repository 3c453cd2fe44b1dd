import { useMemo } from 'react';
import type { Overview } from '../../../contract.ts';
import { portfolioRow } from '../domains/portfolio-row.ts';
import { useDomainList } from '../domains/use-domain-list.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { LoadFailed, ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { Card, leastWidth, PageHeader, Stack } from '../ui/layout.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { ChoiceLinks } from '../ui/link.tsx';
import { Missing } from '../ui/missing.tsx';
import { KeyNumber, KeyNumbers } from '../ui/values.tsx';
import { Spinner } from '../ui/feedback.tsx';
import { attentionOf } from './attention.ts';
import { AttentionCard, DistributionCard, MoversCard, TopIssuesCard, TrendCard } from './overview-cards.tsx';
import { FirstRun } from './first-run.tsx';
import './overview.css';
import { meanScore, moversOver, type Period, periodOf, periods } from './scores.ts';

/** The state of all domains: what needs attention, scores over time, issues, and changes over a period. */
export default function OverviewPage({ query }: { query: string }) {
  const t = useTranslate();
  const format = useFormat();
  useTitle(t('overview.title'));
  const period = periodOf(query);
  const overview = useLoad(['overview']);
  const issues = useLoad(['topIssues']);
  const { domains, loading, error, reload } = useDomainList();
  const today = useMemo(() => new Date().toISOString().slice(0, 10), [domains]);
  const movers = useMemo(() => moversOver(domains, period), [domains, period]);
  const rows = useMemo(() => domains.map((row) => portfolioRow(row, Date.now())), [domains]);
  const scores = useMemo(() => meanScore(domains, period), [domains, period]);

  function reloadAll() {
    reload();
    issues.reload();
    overview.reload();
  }
  if (domains.length === 0) {
    return (
      <Stack>
        <PageHeader title={t('overview.title')} />
        {error !== null && <LoadFailed error={error} onRetry={reload} />}
        {loading && <Spinner />}
        {!loading && error === null && (
          <ShowLoaded of={overview}>
            {({ has_demo }) => <FirstRun hasDemo={has_demo} onLoaded={reloadAll} />}
          </ShowLoaded>
        )}
      </Stack>
    );
  }
  const open = loading || error !== null ? '+' : '';
  const errorPages = issues.data?.issues.reduce(
    (sum, { pages, severity }) => sum + (severity === 'error' ? pages : 0),
    0,
  );
  const change = Math.round((scores.change ?? 0) * 10) / 10;
  return (
    <Stack>
      <PageHeader title={t('overview.title')} actions={<PeriodSwitch chosen={period} />} />
      {error !== null && <LoadFailed error={error} onRetry={reload} />}
      <KeyNumbers>
        <KeyNumber
          label={t('overview.domains')}
          value={format.number(domains.length) + open}
          href={hrefOf({ view: 'domains' })}
          hint={overview.data && t('overview.followed_count', { count: overview.data.queue.followed })}
        />
        <KeyNumber
          label={t('overview.mean')}
          value={scores.mean === null ? <Missing /> : format.number(Math.round(scores.mean * 10) / 10)}
          hint={t('overview.compared', { count: scores.compared })}
          {...(change !== 0 && { change: { by: change } })}
        />
        <KeyNumber
          label={t('overview.error_pages')}
          value={errorPages === undefined ? <Missing /> : format.number(errorPages)}
          href={hrefOf({ view: 'issues', query: 'severity=error' })}
          hint={issues.data && t('overview.crawled_count', { count: issues.data.sites })}
        />
        <KeyNumber
          label={t('overview.requests_today')}
          value={format.number(overview.data?.requests.at(-1)?.requests ?? 0)}
          hint={
            overview.data &&
            t('overview.spent_of', {
              spent: format.usd(overview.data.spent_usd),
              budget: format.usd(overview.data.daily_budget_usd),
            })
          }
        />
      </KeyNumbers>
      <div className="ui-grid ui-gap-4 ui-top" style={leastWidth(420)}>
        <Stack>
          {open === '' && (
            <ShowLoaded of={overview}>
              {(data) => <AttentionCard of={attentionOf(rows, movers, data, period)} />}
            </ShowLoaded>
          )}
          <MoversCard movers={movers} period={period} />
        </Stack>
        <Stack>
          <TopIssuesCard of={issues} />
          <TrendCard rows={domains} period={period} today={today} />
          <DistributionCard rows={domains} />
        </Stack>
      </div>
      <ShowLoaded of={overview}>{({ requests }) => <RequestsCard days={requests} />}</ShowLoaded>
    </Stack>
  );
}

/** The number of requests to the API by day; nothing while there are none. */
function RequestsCard({ days }: { days: Overview['requests'] }) {
  const t = useTranslate();
  const format = useFormat();
  if (days.every(({ requests }) => requests === 0)) return null;
  return (
    <Card title={t('overview.requests')}>
      <BarChart
        label={t('overview.requests')}
        header={t('overview.day')}
        series={[{ name: t('overview.requests') }]}
        bars={days.map(({ date, requests }) => ({ label: format.day(date), values: [requests] }))}
        formatValue={format.number}
        height={140}
      />
    </Card>
  );
}

/** The periods as links, so that the chosen one is in the address. */
function PeriodSwitch({ chosen }: { chosen: Period }) {
  const t = useTranslate();
  return (
    <ChoiceLinks
      label={t('overview.period')}
      links={periods.map((days) => ({
        id: String(days),
        text: t(`overview.periods.${days}`),
        href: hrefOf({ view: 'overview', query: `period=${days}d` }),
      }))}
      current={String(chosen)}
    />
  );
}
