import { useMemo } from 'react';
import type { Overview } from '../../../contract.ts';
import { Acting } from '../api/use-api.ts';
import { portfolioRow } from '../domains/portfolio-row.ts';
import { useDomainList } from '../shared/use-domain-list.ts';
import { TimelineCard } from '../events/timeline-card.tsx';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { LoadFailed, ShowLoaded, ViewShape } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { Card, leastWidth, PageHeader, Stack } from '../ui/layout.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { ChoiceLinks } from '../ui/link.tsx';
import { attentionOf } from './attention.ts';
import { AttentionCard, DistributionCard, MoversCard, TopIssuesCard, TrendCard } from './overview-cards.tsx';
import { DemoOffer, hasDemoDomains } from './demo-offer.tsx';
import { FirstRun } from './first-run.tsx';
import { OverviewHero } from './overview-hero.tsx';
import './overview.css';
import { meanScore, moversOver, type Period, periodOf, periods } from './scores.ts';

/** The state of all domains: what needs attention, scores over time, issues, and changes over a period. */
export default function OverviewPage({ query }: { query: string }) {
  const t = useTranslate();
  useTitle(t('overview.title'));
  const period = periodOf(query);
  const overview = useLoad(['overview']);
  const issues = useLoad(['topIssues']);
  const { domains, loading, error, reload } = useDomainList();
  const today = useMemo(() => new Date().toISOString().slice(0, 10), [domains]);
  const movers = useMemo(() => moversOver(domains, period), [domains, period]);
  const rows = useMemo(() => domains.map((row) => portfolioRow(row, Date.now())), [domains]);

  function reloadAll() {
    reload();
    issues.reload();
    overview.reload();
  }
  if (domains.length === 0) {
    return (
      <Stack>
        {loading ? <ViewShape /> : <PageHeader title={t('overview.title')} />}
        {error !== null && <LoadFailed error={error} onRetry={reload} />}
        {!loading && error === null && (
          <ShowLoaded of={overview}>
            {({ has_demo }) => <FirstRun hasDemo={has_demo} onLoaded={reloadAll} />}
          </ShowLoaded>
        )}
      </Stack>
    );
  }
  return (
    <Stack>
      <PageHeader title={t('overview.title')} actions={<PeriodSwitch chosen={period} />} />
      {error !== null && <LoadFailed error={error} onRetry={reload} />}
      <OverviewHero
        rows={domains}
        isWhole={!loading && error === null}
        period={period}
        overview={overview.data}
        issues={issues.data}
      />
      <div className="ui-grid ui-gap-4 ui-top" style={leastWidth(420)}>
        <Stack>
          {!loading && error === null && (
            <ShowLoaded of={overview}>
              {(data) => <AttentionCard of={attentionOf(rows, movers, data, period)} rows={rows} />}
            </ShowLoaded>
          )}
          <TimelineCard />
          <MoversCard movers={movers} period={period} compared={meanScore(domains, period).compared} />
        </Stack>
        <Stack>
          <TopIssuesCard of={issues} />
          <TrendCard rows={domains} period={period} today={today} />
          <DistributionCard rows={domains} />
        </Stack>
      </div>
      <ShowLoaded of={overview}>{(data) => <RequestsCard of={data} />}</ShowLoaded>
      {!loading && overview.data?.has_demo && !hasDemoDomains(domains) && (
        <Acting>
          <Card>
            <DemoOffer onLoaded={reloadAll} />
          </Card>
        </Acting>
      )}
    </Stack>
  );
}

/** The number of requests to the API by day, and today's spending; nothing while there is neither. */
function RequestsCard({ of: { requests: days, spent_usd, daily_budget_usd } }: { of: Overview }) {
  const t = useTranslate();
  const format = useFormat();
  if (spent_usd === 0 && days.every(({ requests }) => requests === 0)) return null;
  const today = {
    count: days.at(-1)?.requests ?? 0,
    spent: format.usd(spent_usd),
    budget: format.usd(daily_budget_usd),
  };
  return (
    <Card title={t('overview.requests')} description={t('overview.requests_today', today)}>
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
