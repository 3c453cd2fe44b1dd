import type { DomainRow } from '../../../contract.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { Card } from '../ui/layout.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { type Period, scoreGroups, scoreTrend } from './scores.ts';

/** The mean score of the domains over time. */
export function TrendCard({ rows, period, today }: { rows: DomainRow[]; period: Period; today: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { points, domains } = scoreTrend(rows, period, today);
  const values = points.flatMap(({ value }) => value ?? []);
  const hasTrend = points.length > 1;
  return (
    <Card title={t('overview.trend')} {...(hasTrend && { description: t('overview.trend_hint', { count: domains }) })}>
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
        bars={scoreGroups(rows).map(({ label, domains }) => ({ label, values: [domains] }))}
        formatValue={format.number}
      />
    </Card>
  );
}
